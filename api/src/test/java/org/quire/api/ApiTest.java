package org.quire.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Agent;
import org.quire.workflows.registry.WorkerHostEntry;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ContextConfiguration;

/** The whole REST server on an in-process Temporal, with {@link FakeRuns}, a fresh data folder and a clock that stands. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = ApiApplication.class, properties = "spring.temporal.test-server.enabled=true")
@AutoConfigureMockMvc
@Import(ApiTest.Parts.class)
@ContextConfiguration(initializers = ApiTest.Folders.class)
public @interface ApiTest {

    Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** What stands in for the world; without an annotation, so that no other application under test scans it. */
    class Parts {

        @Bean
        @Primary
        FakeRuns fakeRuns() {
            return new FakeRuns();
        }

        @Bean
        Clock fixedClock() {
            return Clock.fixed(NOW, ZoneOffset.UTC);
        }
    }

    /** A fresh data folder and a fresh folder of workspaces, known before the first bean is. */
    class Folders implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            try {
                Path folder = Files.createTempDirectory("quire-api-test").toRealPath();
                Path books = Files.createDirectory(folder.resolve("books"));
                TestPropertyValues.of(
                                "quire.data-dir=" + folder.resolve("data"),
                                "quire.workspaces=" + books,
                                "quire.web-ui-url=http://localhost:8233/")
                        .applyTo(context);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Worker hosts that registered themselves. */
    final class Workers {

        private Workers() {}

        /** One live host with these processors, each with the same tool; in place of all hosts before. */
        public static void offer(DataLayout layout, String tool, String... processors) {
            offer(layout, Agent.WORKER, tool, processors);
        }

        /** The same with other agents. */
        public static void offer(DataLayout layout, Agent agent, String tool, String... processors) {
            try {
                Files.createDirectories(layout.workers());
                ObjectNode json = QuireData.mapper().readValue(tool, ObjectNode.class);
                var entry = new WorkerHostEntry(
                        "test",
                        NOW,
                        Arrays.stream(processors)
                                .map(name -> new WorkerHostEntry.Processor(
                                        name, json, Duration.ofMinutes(7), true, 1, agent))
                                .toList());
                QuireData.mapper()
                        .writeValue(layout.workers().resolve("test.json").toFile(), entry);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
