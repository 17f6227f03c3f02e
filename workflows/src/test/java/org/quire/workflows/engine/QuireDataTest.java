package org.quire.workflows.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.codec.PayloadCodecException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quire.workflows.job.JobId;
import org.quire.workflows.job.Parameters;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunId;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunOptions;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.WorkspaceAnswer;
import org.quire.workflows.workspace.WorkspaceRef;

class QuireDataTest {

    private final DataConverter converter = QuireData.converter();

    @Test
    void smallPayloadsStayReadableJson() {
        Payload payload = converter.toPayload(input(3)).orElseThrow();

        assertThat(payload.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("json/plain");
        assertThat(payload.getData().toStringUtf8())
                .contains("\"runId\":\"r1\"", "\"PHYS_2\"", "\"timeout\":\"PT5M\"", "\"2026-01-01T00:00:00Z\"")
                .contains("\"heartbeatTimeout\":\"PT10S\"", "\"parameters\":{\"dpi\":300}");
    }

    @Test
    void largePayloadsAreCompressedAndComeBackEqual() {
        RunInput input = input(20_000);

        Payload payload = converter.toPayload(input).orElseThrow();

        assertThat(payload.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("binary/gzip");
        assertThat(payload.getData().size()).isLessThan(LargePayloadCodec.THRESHOLD * 2);
        assertThat(converter.fromPayload(payload, RunInput.class, RunInput.class))
                .isEqualTo(input);
    }

    @Test
    void compressesOnlyWhatIsOverTheThreshold() {
        var codec = new LargePayloadCodec();
        Payload atThreshold = payload(LargePayloadCodec.THRESHOLD);
        Payload over = payload(LargePayloadCodec.THRESHOLD + 1);

        List<Payload> encoded = codec.encode(List.of(atThreshold, over));

        assertThat(encoded.get(0)).isEqualTo(atThreshold);
        assertThat(encoded.get(1).getData().size()).isLessThan(1_000);
        assertThat(codec.decode(encoded)).containsExactly(atThreshold, over);
    }

    @Test
    void saysSoWhenACompressedPayloadIsBroken() {
        Payload broken = Payload.newBuilder()
                .putMetadata("encoding", ByteString.copyFromUtf8("binary/gzip"))
                .setData(ByteString.copyFromUtf8("no gzip"))
                .build();

        assertThatThrownBy(() -> new LargePayloadCodec().decode(List.of(broken)))
                .isInstanceOf(PayloadCodecException.class);
    }

    @Test
    void sealedMessagesNameTheirType() throws JsonProcessingException {
        WorkspaceAnswer answer = new WorkspaceAnswer.Granted(List.of(new WorkspaceAnswer.UnitRange(0, 9)));

        String json = QuireData.mapper().writeValueAsString(answer);

        assertThat(json).isEqualTo("{\"type\":\"granted\",\"units\":[{\"first\":0,\"last\":9}]}");
        assertThat(QuireData.mapper().readValue(json, WorkspaceAnswer.class)).isEqualTo(answer);
    }

    @Test
    void idsAreWrittenAsPlainText() throws JsonProcessingException {
        var job = new JobId(new RunId("r-1"), 2, 17);

        assertThat(QuireData.mapper().writeValueAsString(job)).isEqualTo("\"r-1-2-17\"");
        assertThat(QuireData.mapper().readValue("\"r-1-2-17\"", JobId.class)).isEqualTo(job);
    }

    private static Payload payload(int bytes) {
        return Payload.newBuilder()
                .putMetadata("encoding", ByteString.copyFromUtf8("json/plain"))
                .setData(ByteString.copyFrom(new byte[bytes]))
                .build();
    }

    private static RunInput input(int pages) {
        var parameters = JsonNodeFactory.instance.objectNode().put("dpi", 300);
        return RunInput.start(new RunPlan(
                new RunId("r1"),
                RunPlan.Kind.WORKFLOW,
                new WorkspaceRef("/data/book/mets.xml"),
                List.of(new PlannedStep(
                        "ocrd-dummy",
                        List.of("IMG"),
                        List.of("OUT"),
                        new Parameters(parameters),
                        Duration.ofMinutes(5))),
                new PageUnits(
                        IntStream.range(0, pages)
                                .mapToObj(page -> "PHYS_" + page)
                                .toList(),
                        1,
                        true),
                "",
                true,
                List.of(),
                new RunOptions(false, 100, 3, Duration.ofSeconds(10), Duration.ofSeconds(5), null, null),
                null,
                Instant.parse("2026-01-01T00:00:00Z")));
    }
}
