package org.quire.api.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Agent;
import org.quire.workflows.registry.WorkerHostEntry;

class ProcessorRegistryTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path data;

    private DataLayout layout;
    private ProcessorRegistry registry;

    @BeforeEach
    void openRegistry() throws Exception {
        layout = new DataLayout(data);
        registry = new ProcessorRegistry(layout, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private void host(String name, Instant refreshedAt, WorkerHostEntry.Processor... processors) throws Exception {
        Files.createDirectories(layout.workers());
        QuireData.mapper()
                .writeValue(
                        layout.workers().resolve(name + ".json").toFile(),
                        new WorkerHostEntry(name, refreshedAt, List.of(processors)));
    }

    private static WorkerHostEntry.Processor processor(String name, Duration timeout) {
        return new WorkerHostEntry.Processor(name, JsonNodeFactory.instance.objectNode(), timeout, true, 1);
    }

    @Test
    void isEmptyBeforeAnyHostCame() {
        assertThat(registry.live()).isEmpty();
    }

    @Test
    void namesEachProcessorOnceInOrderWithTheLongestTimeout() throws Exception {
        host("a", NOW, processor("ocrd-y", Duration.ofMinutes(1)), processor("ocrd-x", Duration.ofMinutes(9)));
        host("b", NOW, processor("ocrd-x", Duration.ofMinutes(2)));

        assertThat(registry.live().keySet()).containsExactly("ocrd-x", "ocrd-y");
        assertThat(registry.live().get("ocrd-x").timeout()).isEqualTo(Duration.ofMinutes(9));
    }

    @Test
    void forgetsAHostThatIsNoLongerRefreshed() throws Exception {
        host("a", NOW.minus(WorkerHostEntry.STALE_AFTER), processor("ocrd-x", Duration.ofMinutes(1)));

        assertThat(registry.live()).isEmpty();
    }

    @Test
    void isNotDisturbedByOtherFiles() throws Exception {
        host("a", NOW, processor("ocrd-x", Duration.ofMinutes(1)));
        Files.writeString(layout.workers().resolve("b.json"), "{\"host\": ");
        Files.writeString(layout.workers().resolve("c.tmp"), "");

        assertThat(registry.live().keySet()).containsExactly("ocrd-x");
    }

    @Test
    void keepsWorkersAndServersApartButNamesBoth() throws Exception {
        host(
                "a",
                NOW,
                processor("ocrd-x", Duration.ofMinutes(1)),
                agent("ocrd-x", Duration.ofMinutes(9), Agent.SERVER),
                agent("ocrd-y", Duration.ofMinutes(3), Agent.SERVER),
                agent("ocrd-z", Duration.ofMinutes(4), Agent.EXTERNAL));

        assertThat(registry.live(AgentType.WORKER)).containsOnlyKeys("ocrd-x", "ocrd-z");
        assertThat(registry.live(AgentType.SERVER)).containsOnlyKeys("ocrd-x", "ocrd-y");
        assertThat(registry.live(AgentType.SERVER).get("ocrd-x").timeout()).isEqualTo(Duration.ofMinutes(9));
        assertThat(registry.names()).containsExactly("ocrd-x", "ocrd-y", "ocrd-z");
    }

    @Test
    void prefersAHostThatRunsAProcessorToOneThatHandsItOut() throws Exception {
        host("a", NOW, agent("ocrd-x", Duration.ofHours(9), Agent.EXTERNAL));
        host("b", NOW, processor("ocrd-x", Duration.ofMinutes(1)));

        assertThat(registry.live().get("ocrd-x").agentOrWorker()).isEqualTo(Agent.WORKER);
    }

    private static WorkerHostEntry.Processor agent(String name, Duration timeout, Agent agent) {
        return new WorkerHostEntry.Processor(name, JsonNodeFactory.instance.objectNode(), timeout, false, 1, agent);
    }
}
