package org.quire.workerhost;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A worker host on its own, for machines that run processors and nothing else. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WorkerHostConfiguration.class)
public class WorkerHostApplication {

    /**
     * Defaults in code and not in a file: an {@code application.properties} here would compete with those of an application that
     * imports the configuration.
     */
    static final Map<String, Object> DEFAULTS = Map.of(
            "spring.application.name", "quire-worker-host",
            "spring.main.keep-alive", "true",
            "logging.level.org.mongodb", "WARN",
            "spring.temporal.connection.target", "${quire.temporal:127.0.0.1:7233}");

    public static void main(String[] args) {
        var application = new SpringApplication(WorkerHostApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(DEFAULTS);
        application.run(args);
    }
}
