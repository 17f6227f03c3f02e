package org.quire.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quire.api.run.RunDetails;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.RunState;

class ProgressDisplayTest {

    private static final Instant SUBMITTED = Instant.parse("2026-11-01T10:00:00Z");

    private final StringWriter text = new StringWriter();

    @Test
    void printsALineForEachChangeOutsideOfATerminal() throws JsonProcessingException {
        ProgressDisplay display = display("");

        display.show(run(RunState.RUNNING, 0), SUBMITTED.plusSeconds(5));
        display.show(run(RunState.RUNNING, 0), SUBMITTED.plusSeconds(6));
        display.show(run(RunState.SUCCESS, 2), SUBMITTED.plusSeconds(65));
        display.end();

        assertThat(text.toString()).isEqualTo("0:05  RUNNING  dummy 0/2\n1:05  SUCCESS  dummy 2/2\n");
    }

    @Test
    void renewsOneLineInATerminalAndKeepsItWithinItsWidth() throws JsonProcessingException {
        ProgressDisplay display = display("in,out");

        display.show(run(RunState.RUNNING, 0), SUBMITTED);
        display.show(run(RunState.RUNNING, 1), SUBMITTED.plusSeconds(1));
        display.end();

        assertThat(text.toString()).isEqualTo("\r\u001b[K0:00  RUNNING  dummy \r\u001b[K0:01  RUNNING  dummy \n");
    }

    @Test
    void terminalIsWhatTheScriptFound() {
        assertThat(Terminal.of(Map.of())).isEqualTo(new Terminal(false, false, 80));
        assertThat(Terminal.of(Map.of("QUIRE_TERMINAL", ",out", "QUIRE_COLUMNS", "132")))
                .isEqualTo(new Terminal(false, true, 132));
        assertThat(Terminal.of(Map.of("QUIRE_TERMINAL", "in", "QUIRE_COLUMNS", "0")))
                .isEqualTo(new Terminal(true, false, 80));
    }

    private ProgressDisplay display(String terminal) {
        return new ProgressDisplay(
                new PrintWriter(text, true), Terminal.of(Map.of("QUIRE_TERMINAL", terminal, "QUIRE_COLUMNS", "22")));
    }

    private static RunDetails run(RunState state, int succeeded) throws JsonProcessingException {
        return QuireData.mapper().readValue(RunJson.of(state, succeeded), RunDetails.class);
    }
}
