package org.quire.activities.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorCatalogueTest {

    private static final ProcessorSettings STANDARD = ProcessorSettings.standard(Duration.ofMinutes(1));

    @TempDir
    Path temp;

    private Path configured;
    private Path onPath;
    private Path calls;
    private final AtomicInteger probes = new AtomicInteger();
    private final Set<String> probed = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void makeFolders() throws IOException {
        configured = Files.createDirectory(temp.resolve("configured"));
        onPath = Files.createDirectory(temp.resolve("path"));
        calls = Files.createFile(temp.resolve("calls"));
    }

    @Test
    void findsProcessorsInConfiguredFoldersBeforePath() throws IOException {
        processor(onPath, "ocrd-a");
        Path first = processor(configured, "ocrd-a");
        Path other = processor(onPath, "ocrd-b");
        List<HostedProcessor> found = find(WorkerConfig.ofDefaults(STANDARD));
        assertThat(found).extracting(HostedProcessor::executable).containsExactly(first, other);
        assertThat(found.get(0).tool().path("description").asText()).isEqualTo("in configured");
        assertThat(found).extracting(HostedProcessor::warm).containsOnly(true);
    }

    @Test
    void asksEachExecutableOnceAsLongAsItIsTheSame() throws IOException {
        Path a = processor(configured, "ocrd-a");
        script(configured, "ocrd-broken", "echo ocrd-broken >> " + calls + "\necho 'no such option' >&2\nexit 2");
        List<HostedProcessor> first = find(WorkerConfig.ofDefaults(STANDARD));
        List<HostedProcessor> second = find(WorkerConfig.ofDefaults(STANDARD));
        assertThat(second).isEqualTo(first).hasSize(1);
        assertThat(Files.readAllLines(calls)).containsExactly("ocrd-broken");
        assertThat(probes).hasValue(2);

        Files.setLastModifiedTime(a, FileTime.from(Instant.now().plusSeconds(60)));
        find(WorkerConfig.ofDefaults(STANDARD));
        assertThat(Files.readAllLines(calls)).containsExactly("ocrd-broken");
        assertThat(probes).hasValue(3);
    }

    @Test
    void hostsNothingThatIsNoProcessor() throws IOException {
        Files.writeString(configured.resolve("ocrd-not-executable"), "#!/bin/sh\n");
        Files.createDirectory(configured.resolve("ocrd-folder"));
        script(configured, "ocrd-talks", "echo hello");
        script(configured, "ocrd-lists", "echo '{\"name\": \"x\"}'");
        script(configured, "ocrd-make", "echo ocrd-make >> " + calls);
        script(configured, "tesseract", "echo tesseract >> " + calls);
        assertThat(find(WorkerConfig.ofDefaults(STANDARD))).isEmpty();
        assertThat(calls).isEmptyFile();
    }

    @Test
    void describesAProcessorThatIsOutsideByItsFile() throws IOException {
        Path tools = Files.writeString(
                temp.resolve("ocrd-tool.json"),
                "{\"tools\": {\"ocrd-far\": {\"executable\": \"ocrd-far\", \"description\": \"far\"}}}");
        Path near = processor(configured, "ocrd-near");
        var far = new ProcessorSettings(4, Duration.ofHours(1), ProcessorMode.EXTERNAL, Map.of(), null, tools);
        var config = new WorkerConfig(
                STANDARD,
                Map.of(
                        "ocrd-far", far,
                        "ocrd-unknown", far,
                        "ocrd-near",
                                new ProcessorSettings(1, Duration.ofHours(1), ProcessorMode.EXTERNAL, Map.of(), null)),
                true,
                List.of());

        List<HostedProcessor> found = find(config);

        assertThat(found).extracting(HostedProcessor::name).containsExactly("ocrd-far", "ocrd-near");
        assertThat(found)
                .allMatch(HostedProcessor::isExternal)
                .extracting(HostedProcessor::executable)
                .containsOnlyNulls();
        assertThat(found.getFirst().tool().path("description").asText()).isEqualTo("far");
        assertThat(near).exists();
    }

    @Test
    void keepsTheReasonOfARefusal() throws IOException {
        Path broken = script(configured, "ocrd-broken", "echo first >&2; echo 'No module named x' >&2\nexit 1");
        find(WorkerConfig.ofDefaults(STANDARD));
        var cache = new ToolCache(temp.resolve("cache"));
        String stamp = ToolCache.stamp(broken, Map.of());
        assertThat(cache.find(broken, stamp, Instant.now()))
                .hasValueSatisfying(entry ->
                        assertThat(entry.refusal()).isEqualTo("--dump-json ended with exit code 1: No module named x"));
        assertThat(cache.find(broken, stamp, Instant.now().plus(ToolCache.REFUSAL_HOLDS.multipliedBy(2))))
                .isEmpty();
    }

    @Test
    void asksNoneButTheNamedWhenOnlyIsTrue() throws IOException {
        processor(configured, "ocrd-a");
        processor(configured, "ocrd-b");
        var config = new WorkerConfig(STANDARD, Map.of("ocrd-b", STANDARD.withInstances(3)), true, List.of());
        assertThat(find(config))
                .extracting(HostedProcessor::name, p -> p.settings().instances())
                .containsExactly(org.assertj.core.groups.Tuple.tuple("ocrd-b", 3));
        assertThat(probed).containsExactly("ocrd-b");
    }

    @Test
    void asksOnlyThoseForTheirDescriptionThatCannotRunWarm() throws IOException {
        Path cold = processor(configured, "ocrd-cold");
        WarmProbe refusing = (executable, environment) -> Optional.empty();
        for (int start = 1; start <= 2; start++) {
            assertThat(catalogue(WorkerConfig.ofDefaults(STANDARD), refusing).find())
                    .singleElement()
                    .satisfies(processor -> {
                        assertThat(processor.executable()).isEqualTo(cold);
                        assertThat(processor.warm()).isFalse();
                        assertThat(processor.tool().path("description").asText())
                                .isEqualTo("in configured");
                    });
        }
        assertThat(Files.readAllLines(calls)).containsExactly("ocrd-cold");
    }

    @Test
    void takesConfiguredExecutableModeAndEnvironment() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path executable = script(elsewhere, "wrapper", "echo '{\"executable\": \"ocrd-a\", \"model\": \"'$MODEL'\"}'");
        var settings =
                new ProcessorSettings(1, Duration.ofMinutes(1), ProcessorMode.COLD, Map.of("MODEL", "m1"), executable);
        var config = new WorkerConfig(STANDARD, Map.of("ocrd-a", settings), false, List.of());
        assertThat(find(config)).singleElement().satisfies(processor -> {
            assertThat(processor.executable()).isEqualTo(executable);
            assertThat(processor.warm()).isFalse();
            assertThat(processor.tool().path("model").asText()).isEqualTo("m1");
        });
        assertThat(probes).hasValue(0);
    }

    @Test
    void readsADescriptionAfterAGreeting() throws IOException {
        script(configured, "ocrd-a", "echo 'Loading models ...'; echo '{\"executable\": \"ocrd-a\"}'");
        assertThat(find(WorkerConfig.ofDefaults(STANDARD))).hasSize(1);
    }

    @Test
    void runsColdWhenProbingFailsAndProbesAgainNextTime() throws IOException {
        processor(configured, "ocrd-a");
        WarmProbe failing = (executable, environment) -> {
            probes.incrementAndGet();
            throw new IllegalStateException("no memory");
        };
        for (int start = 1; start <= 2; start++) {
            assertThat(catalogue(WorkerConfig.ofDefaults(STANDARD), failing).find())
                    .singleElement()
                    .matches(processor -> !processor.warm());
            assertThat(probes).hasValue(start);
        }
    }

    private List<HostedProcessor> find(WorkerConfig config) {
        return catalogue(config, this::warmTool).find();
    }

    /** Whatever {@link #processor} made can run warm. */
    private Optional<ObjectNode> warmTool(Path executable, Map<String, String> environment) {
        probes.incrementAndGet();
        probed.add(executable.getFileName().toString());
        try {
            return Files.readString(executable).contains("description")
                    ? Optional.of(JsonNodeFactory.instance
                            .objectNode()
                            .put("description", "in " + executable.getParent().getFileName()))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessorCatalogue catalogue(WorkerConfig config, WarmProbe probe) {
        return new ProcessorCatalogue(config, List.of(configured), onPath.toString(), temp.resolve("cache"), probe);
    }

    private Path processor(Path folder, String name) throws IOException {
        return script(
                folder,
                name,
                "echo %s >> %s\necho '{\"executable\": \"%s\", \"description\": \"in %s\"}'"
                        .formatted(name, calls, name, folder.getFileName()));
    }

    private static Path script(Path folder, String name, String body) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
