package org.quire.workerhost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.catalogue.HostedProcessor;
import org.quire.activities.catalogue.ProcessorSettings;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.registry.WorkerHostEntry;

class WorkerRegistryFileTest {

    @TempDir
    Path folder;

    @Test
    void namesTheHostsProcessorsFromTheFirstMomentOn() throws IOException {
        try (var registry = open(Duration.ofHours(1))) {
            WorkerHostEntry entry = read();
            assertThat(entry.host()).isEqualTo("here-1");
            assertThat(entry.isLive(Instant.now())).isTrue();
            assertThat(entry.processors())
                    .containsExactly(new WorkerHostEntry.Processor("ocrd-a", tool(), Duration.ofMinutes(5), true, 1));
        }
    }

    @Test
    void isWrittenAnewUntilItIsClosedAndThenRemoved() throws IOException {
        var registry = open(Duration.ofMillis(20));
        Instant first = read().refreshedAt();
        await().untilAsserted(() -> assertThat(read().refreshedAt()).isAfter(first));
        registry.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void removesFilesOfHostsKilledLongAgo() throws IOException {
        Path old = Files.writeString(folder.resolve("old-1.json"), "{}");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path recent = Files.writeString(folder.resolve("recent-1.json"), "{}");
        try (var registry = open(Duration.ofHours(1))) {
            assertThat(old).doesNotExist();
            assertThat(recent).exists();
        }
    }

    private WorkerRegistryFile open(Duration refresh) {
        var processor = new HostedProcessor(
                "ocrd-a", Path.of("/bin/ocrd-a"), tool(), ProcessorSettings.standard(Duration.ofMinutes(5)), true);
        return WorkerRegistryFile.open(
                folder, new HostName("here-1"), List.of(processor), List::of, refresh, Clock.systemUTC());
    }

    private WorkerHostEntry read() throws IOException {
        return QuireData.mapper().readValue(folder.resolve("here-1.json").toFile(), WorkerHostEntry.class);
    }

    private static ObjectNode tool() {
        return QuireData.mapper().createObjectNode().put("executable", "ocrd-a");
    }
}
