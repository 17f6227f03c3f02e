package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.api.config.ApiProperties;
import org.quire.systemtests.harness.TestEnvironment;
import org.quire.workerhost.QuireWorkerHostProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.ResourcePropertySource;
import org.yaml.snakeyaml.Yaml;

/** What can be checked of {@code docker-compose.yml} without a Docker engine. */
class ComposeFileTest {

    private static final Path ROOT = TestEnvironment.projectRoot();
    private static final String ENVIRONMENT = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

    @Test
    void hasTheServicesOfAWholeInstallation() {
        assertThat(services().keySet())
                .containsExactlyInAnyOrder("postgresql", "temporal", "temporal-ui", "api", "worker-host");
    }

    @Test
    void opensTwoPortsAndBothOnLoopback() {
        assertThat(services().keySet().stream().flatMap(ComposeFileTest::ports))
                .containsExactlyInAnyOrder("127.0.0.1:8000:8000", "127.0.0.1:8080:8080");
    }

    @Test
    void pinsEveryImageThatItDoesNotBuild() {
        assertThat(services().values().stream()
                        .filter(service -> !service.containsKey("build"))
                        .map(service -> service.get("image").toString()))
                .hasSize(3)
                .allMatch(image -> image.matches("[a-z/-]+:\\d+(\\.\\d+)+"), "has a version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "worker-host"})
    void buildsFromADockerfileThatStartsAClassOfTheProject(String service) throws IOException {
        Object file = map(services().get(service).get("build")).get("dockerfile");
        String text = Files.readString(ROOT.resolve(file.toString()));
        String mainClass = text.lines()
                .filter(line -> line.startsWith("ENTRYPOINT"))
                .map(line -> line.replaceAll(".*\"(org[^\"]+)\"]", "$1"))
                .findFirst()
                .orElseThrow();

        assertThat(mainClass)
                .isNotEmpty()
                .satisfies(name -> assertThat(Class.forName(name)).hasDeclaredMethods("main"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "temporal", "api", "worker-host"})
    void saysHowToTellThatAServiceIsWell(String service) {
        assertThat(map(services().get(service).get("healthcheck"))).containsKey("test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "worker-host"})
    void showsWorkspacesAndDataUnderTheSamePathsToBothPrograms(String service) {
        assertThat((List<?>) services().get(service).get("volumes"))
                .extracting(Object::toString)
                .allMatch(volume -> volume.endsWith(":/workspaces") || volume.endsWith(":/data"), "a shared folder")
                .hasSize(2);
    }

    @Test
    void tellsTheRestServerWhatItUnderstands() throws IOException {
        StandardEnvironment environment = environment("api");
        environment.getPropertySources().addLast(new ResourcePropertySource("classpath:quire-api.properties"));
        ApiProperties bound =
                Binder.get(environment).bind("quire", ApiProperties.class).get();

        assertThat(bound.dataDir()).isEqualTo(Path.of("/data"));
        assertThat(bound.workspaces()).containsExactly(Path.of("/workspaces"));
        assertThat(bound.webUiUrl()).isEqualTo(URI.create("http://127.0.0.1:8080"));
        assertThat(environment.getProperty("server.address")).isEqualTo("0.0.0.0");
        assertThat(environment.getProperty("server.port")).isEqualTo("8000");
        assertThat(environment.getProperty("spring.temporal.connection.target")).isEqualTo("temporal:7233");
        assertThat(variables("api"))
                .containsOnlyKeys(
                        "QUIRE_HOST",
                        "QUIRE_PORT",
                        "QUIRE_DATA_DIR",
                        "QUIRE_WORKSPACES",
                        "QUIRE_WEB_UI_URL",
                        "SPRING_TEMPORAL_CONNECTION_TARGET");
    }

    @Test
    void tellsTheWorkerHostWhatItUnderstands() {
        StandardEnvironment environment = environment("worker-host");
        QuireWorkerHostProperties bound = Binder.get(environment)
                .bind("quire", QuireWorkerHostProperties.class)
                .get();

        assertThat(bound.dataDir()).isEqualTo(Path.of("/data"));
        assertThat(bound.processors()).containsExactly(Path.of("/opt/ocrd/bin"));
        assertThat(environment.getProperty("spring.temporal.connection.target")).isEqualTo("temporal:7233");
        assertThat(variables("worker-host"))
                .containsOnlyKeys(
                        "QUIRE_DATA_DIR", "QUIRE_PROCESSORS", "SPRING_TEMPORAL_CONNECTION_TARGET", "TESSDATA_PREFIX");
    }

    /** The environment of a container with the variables of the service and nothing else. */
    private static StandardEnvironment environment(String service) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        environment
                .getPropertySources()
                .replace(
                        ENVIRONMENT,
                        new SystemEnvironmentPropertySource(ENVIRONMENT, new HashMap<>(variables(service))));
        return environment;
    }

    private static Map<String, Object> variables(String service) {
        return map(services().get(service).get("environment"));
    }

    private static Stream<String> ports(String service) {
        Object ports = services().get(service).get("ports");
        return ports == null ? Stream.empty() : ((List<?>) ports).stream().map(Object::toString);
    }

    private static Map<String, Map<String, Object>> services() {
        try {
            Map<String, Object> file = new Yaml().load(Files.readString(ROOT.resolve("docker-compose.yml")));
            var services = new HashMap<String, Map<String, Object>>();
            map(file.get("services")).forEach((name, service) -> services.put(name, map(service)));
            return services;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object yaml) {
        return (Map<String, Object>) yaml;
    }
}
