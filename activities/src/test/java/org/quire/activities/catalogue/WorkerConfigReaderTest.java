package org.quire.activities.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerConfigReaderTest {

    private static final ProcessorSettings STANDARD = ProcessorSettings.standard(Duration.ofMinutes(7));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("workers.yaml");
    }

    @Test
    void readsDefaultsAndProcessors() {
        WorkerConfig config = read("""
                processors:
                  ocrd-a: {instances: 2, timeout: PT30M, mode: warm, environment: {MODELS: /models, N: 3}, executable: bin/ocrd-a}
                  ocrd-b:
                defaults: {timeout: 90s, mode: cold, environment: {COMMON: x}}
                """);
        assertThat(config.settingsOf("ocrd-a"))
                .isEqualTo(new ProcessorSettings(
                        2,
                        Duration.ofMinutes(30),
                        ProcessorMode.WARM,
                        Map.of("MODELS", "/models", "N", "3", "COMMON", "x"),
                        folder.resolve("bin/ocrd-a")));
        var defaults =
                new ProcessorSettings(1, Duration.ofSeconds(90), ProcessorMode.COLD, Map.of("COMMON", "x"), null);
        assertThat(config.settingsOf("ocrd-b")).isEqualTo(defaults);
        assertThat(config.settingsOf("ocrd-other")).isEqualTo(defaults);
        assertThat(config.hosts("ocrd-other")).isTrue();
        assertThat(config.ignored()).isEmpty();
    }

    @Test
    void hostsNoOthersThanTheNamedWhenOnlyIsTrue() {
        WorkerConfig config = read("only: true\nprocessors: {ocrd-a: {}}\n");
        assertThat(config.hosts("ocrd-a")).isTrue();
        assertThat(config.hosts("ocrd-b")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"PT10M,600", "10m,600", "90s,90", "2h,7200", "1d,86400", "PT1H30M,5400"})
    void acceptsIsoAndSimpleDurations(String text, long seconds) {
        assertThat(read("defaults: {timeout: " + text + "}").defaults().timeout())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    "processors:\\n  ocrd-a:\\n    instancez: 2\\n" | 3:5 | Expected one of the keys instances, timeout, mode, environment, executable, tool, server in ocrd-a but found 'instancez'
                    "defaults:\\n  executable: /x\\n"              | 2:3 | Expected one of the keys instances, timeout, mode, environment in defaults but found 'executable'
                    "processor: {}\\n"                             | 1:1 | Expected one of the keys defaults, processors, only, hosts
                    "processors:\\n  tesserocr: {}\\n"             | 2:3 | Expected a processor's name (ocrd-…) but found 'tesserocr'
                    "defaults:\\n  instances: two\\n"              | 2:14 | Expected a whole number from 1 for instances but found 'two'
                    "defaults: {instances: 0}\\n"                  | 1:23 | Expected a whole number from 1 for instances but found '0'
                    "defaults: {timeout: 10}\\n"                   | 1:21 | Expected a duration like PT10M, 10m or 90s for timeout but found '10'
                    "defaults: {timeout: 0s}\\n"                   | 1:21 | Expected a duration like PT10M, 10m or 90s for timeout but found '0s'
                    "defaults: {mode: hot}\\n"                     | 1:18 | Expected one of auto, warm, cold, external for mode but found 'hot'
                    "only: maybe\\n"                               | 1:7 | Expected true or false for only but found 'maybe'
                    "processors:\\n  - ocrd-a\\n"                  | 2:3 | Expected a mapping (key: value) for processors but found a list
                    "only: true\\ndefaults: {}\\nonly: false\\n"   | 3:1 | Expected each key once but 'only' is there again
                    "only: [\\n"                                   | 2:1 | Expected YAML but
                    "only: true\\n---\\nonly: false\\n"            | 3:1 | Expected one YAML document
                    "hosts: [{address: x}]\\n"                     | 1:9 | Expected the key workers or servers in a host but both are missing
                    "hosts:\\n- workers:\\n  - name: ocrd-a\\n    instances: 2\\n" | 4:5 | Expected one of the keys name, number_of_instance, deploy_type in a worker but found 'instances'
                    """)
    void namesThePlaceAndWhatIsAllowed(String yaml, String place, String message) {
        assertThatThrownBy(() -> read(yaml.replace("\\n", "\n")))
                .isInstanceOf(WorkerConfigException.class)
                .hasMessageStartingWith(file + ":" + place + ": ")
                .hasMessageContaining(message);
    }

    @Test
    void keepsTheStandardForAnEmptyFile() {
        assertThat(read("# nothing yet\n")).isEqualTo(WorkerConfig.ofDefaults(STANDARD));
    }

    @Test
    void namesAFileThatCannotBeRead() {
        assertThatThrownBy(() -> WorkerConfigReader.read(file, STANDARD))
                .isInstanceOf(WorkerConfigException.class)
                .hasMessageStartingWith(file + ": Expected a readable file");
    }

    @Test
    void takesWorkersOfAnOcrdFileAndReportsTheRest() {
        WorkerConfig config = read("""
                process_queue: {address: localhost, port: 5672}
                database: {address: localhost, port: 27018}
                hosts:
                  - address: one
                    username: u
                    password: secret
                    workers:
                      - {name: ocrd-a, number_of_instance: 2, deploy_type: native}
                      - {name: ocrd-b, deploy_type: docker}
                  - address: two
                    username: u
                    path_to_privkey: /key
                    workers: [{name: ocrd-a}]
                """);
        assertThat(config.settingsOf("ocrd-a")).isEqualTo(STANDARD.withInstances(3));
        assertThat(config.settingsOf("ocrd-b")).isEqualTo(STANDARD);
        assertThat(config.only()).isTrue();
        assertThat(config.ignored())
                .anyMatch(part -> part.startsWith("process_queue (line 1)"))
                .anyMatch(part -> part.startsWith("database (line 2)"))
                .anyMatch(part -> part.startsWith("password of a host (line 6)"))
                .anyMatch(part -> part.startsWith("deploy_type docker of ocrd-b (line 9)"))
                .anyMatch(part -> part.startsWith("path_to_privkey of a host (line 12)"))
                .noneMatch(part -> part.contains("secret"))
                .hasSize(9);
    }

    @Test
    void takesServersOfAnOcrdFileWithTheirDatabase() {
        WorkerConfig config = read("""
                database: {address: db, port: 27018, credentials: {username: o, password: 'p@ss'}}
                hosts:
                  - address: one
                    servers:
                      - {name: ocrd-a, deploy_type: native, port: 8001}
                      - {name: ocrd-b, port: 8002}
                  - address: two
                    workers: [{name: ocrd-b}]
                    servers: [{name: ocrd-a, port: 8003}]
                """);
        ServerSettings server = config.servers().get("ocrd-a");
        assertThat(server.urls()).containsExactly(URI.create("http://one:8001"), URI.create("http://two:8003"));
        assertThat(server.database()).isEqualTo(URI.create("mongodb://o:p%40ss@db:27018"));
        assertThat(server.timeout()).isEqualTo(STANDARD.timeout());
        assertThat(config.servers()).containsOnlyKeys("ocrd-a", "ocrd-b");
        assertThat(config.processors()).containsOnlyKeys("ocrd-b");
        assertThat(config.ignored()).isEmpty();
    }

    @Test
    void takesServersOfItsOwnFormat() {
        WorkerConfig config = read("""
                only: true
                processors:
                  ocrd-a:
                    server:
                      url: [http://one:1, http://two:2]
                      database: mongodb://db:27017
                      instances: 2
                      timeout: 5m
                      tool: a.json
                  ocrd-b:
                    instances: 3
                    server: {url: http://one:3, database: mongodb://db:27017}
                """);
        assertThat(config.servers().get("ocrd-a"))
                .isEqualTo(new ServerSettings(
                        List.of(URI.create("http://one:1"), URI.create("http://two:2")),
                        URI.create("mongodb://db:27017"),
                        2,
                        Duration.ofMinutes(5),
                        file.resolveSibling("a.json")));
        assertThat(config.hosts("ocrd-a")).isFalse();
        assertThat(config.settingsOf("ocrd-b").instances()).isEqualTo(3);
    }

    @Test
    void takesExternalProcessorsWithTheirToolFile() {
        WorkerConfig config = read("processors: {ocrd-a: {mode: external, tool: t/ocrd-tool.json, timeout: 12h}}");
        ProcessorSettings settings = config.settingsOf("ocrd-a");
        assertThat(settings.mode()).isEqualTo(ProcessorMode.EXTERNAL);
        assertThat(settings.tool()).isEqualTo(file.resolveSibling("t/ocrd-tool.json"));
        assertThat(settings.timeout()).isEqualTo(Duration.ofHours(12));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    processors: {ocrd-a: {tool: t.json}} | Expected the key tool with mode external only
                    processors: {ocrd-a: {server: {url: x}}} | Expected an address like http://host:port for url but found 'x'
                    processors: {ocrd-a: {server: {url: 'http://h:1'}}} | Expected a database (mongodb://host:port)
                    processors: {ocrd-a: {server: {url: 'http://h:1', database: 'http://h:1'}}} | like mongodb://host:port
                    processors: {ocrd-a: {server: {}}} | Expected the key url
                    hosts: [{servers: [{name: ocrd-a, port: 1}]}] | Expected the key address
                    hosts: [{address: h, servers: [{name: ocrd-a}]}] | Expected the key port
                    """)
    void namesWhatIsWrongWithAnAgent(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).hasMessageContaining(message).hasMessageContaining(":1:");
    }

    @Test
    void refusesAProcessorUnderBothProcessorsAndHosts() {
        assertThatThrownBy(() -> read("processors: {ocrd-a: {}}\nhosts:\n- workers: [{name: ocrd-a}]\n"))
                .hasMessageContaining(":3:20: Expected ocrd-a under processors or under hosts but it is under both");
    }

    private WorkerConfig read(String yaml) {
        try {
            Files.writeString(file, yaml);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return WorkerConfigReader.read(file, STANDARD);
    }
}
