package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunStatusTest {

    @Test
    void nothingWaitsInARunThatWasEndedFromOutside() {
        var status = new RunStatus(new RunId("r"), RunState.RUNNING, null, List.of("Sqc", "ccF"), List.of());

        RunStatus ended = status.endedFromOutside("terminated");

        assertThat(ended.state()).isEqualTo(RunState.FAILED);
        assertThat(ended.reason()).isEqualTo("The run was ended from outside (terminated).");
        assertThat(ended.jobStates()).as("what had ended stays").containsExactly("SXX", "XXF");
    }
}
