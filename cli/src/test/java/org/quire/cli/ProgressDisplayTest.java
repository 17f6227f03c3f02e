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

        assertThat(text.toString())
                .isEqualTo("0:05  RUNNING  0/2 jobs  dummy 0/2\n1:05  SUCCESS  2/2 jobs  dummy 2/2\n");
    }

    @Test
    void renewsOneLineInATerminal() throws JsonProcessingException {
        ProgressDisplay display = display("in,out");

        display.show(run(RunState.RUNNING, 0), SUBMITTED);
        display.show(run(RunState.RUNNING, 1), SUBMITTED.plusSeconds(1));
        display.end();

        assertThat(text.toString())
                .isEqualTo(
                        "\r\u001b[K0:00  RUNNING  0/2 jobs  dummy 0/2\r\u001b[K0:01  RUNNING  1/2 jobs  dummy 1/2\n");
    }

    @Test
    void narrowTerminalShowsOnlyStepsThatAreUnderWay() throws JsonProcessingException {
        ProgressDisplay display = display("out", 34);

        display.show(run(RunState.RUNNING, 0), SUBMITTED);
        display.show(run(RunState.RUNNING, 1), SUBMITTED);
        display.show(run(RunState.SUCCESS, 2), SUBMITTED);

        assertThat(text.toString().split("\r\u001b\\[K"))
                .containsExactly(
                        "", "0:00  RUNNING  0/2 jobs", "0:00  RUNNING  1/2 jobs  dummy 1/", "0:00  SUCCESS  2/2 jobs");
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
        return display(terminal, 80);
    }

    private ProgressDisplay display(String terminal, int columns) {
        return new ProgressDisplay(
                new PrintWriter(text, true),
                Terminal.of(Map.of("QUIRE_TERMINAL", terminal, "QUIRE_COLUMNS", Integer.toString(columns))));
    }

    private static RunDetails run(RunState state, int succeeded) throws JsonProcessingException {
        return QuireData.mapper().readValue(RunJson.of(state, succeeded), RunDetails.class);
    }
}
