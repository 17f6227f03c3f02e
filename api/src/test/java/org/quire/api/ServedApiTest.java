package org.quire.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/** As {@link ApiTest}, but served by the embedded Tomcat on a free port of loopback: what a client really gets. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = ApiApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "spring.temporal.test-server.enabled=true")
@Import(ApiTest.Parts.class)
@ContextConfiguration(initializers = ApiTest.Folders.class)
public @interface ServedApiTest {}
