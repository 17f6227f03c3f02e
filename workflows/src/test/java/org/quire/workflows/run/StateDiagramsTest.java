package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.quire.workflows.job.JobState;

/** The diagrams in docs/states.md are those of the code. */
class StateDiagramsTest {

    private static final Path DOCUMENT = Path.of("../docs/states.md");

    @Test
    void theDocumentShowsTheTransitionsOfJobs() throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .contains(diagram(JobState.values(), JobState::mayBecome, JobState::isTerminal));
    }

    @Test
    void theDocumentShowsTheTransitionsOfRuns() throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .contains(diagram(RunState.values(), RunState::mayBecome, RunState::isTerminal));
    }

    @Test
    void nothingLeavesATerminalState() {
        for (JobState from : JobState.values()) {
            assertThat(Arrays.stream(JobState.values()).anyMatch(from::mayBecome))
                    .isEqualTo(!from.isTerminal());
        }
        for (RunState from : RunState.values()) {
            assertThat(Arrays.stream(RunState.values()).anyMatch(from::mayBecome))
                    .isEqualTo(!from.isTerminal());
        }
    }

    private static <S extends Enum<S>> String diagram(
            S[] states, BiPredicate<S, S> mayBecome, Predicate<S> isTerminal) {
        List<S> all = List.of(states);
        String transitions = all.stream()
                .flatMap(from -> all.stream()
                        .filter(to -> mayBecome.test(from, to))
                        .map(to -> "    " + from + " --> " + to + "\n"))
                .collect(Collectors.joining());
        String ends = all.stream()
                .filter(isTerminal)
                .map(state -> "    " + state + " --> [*]\n")
                .collect(Collectors.joining());
        return "```mermaid\nstateDiagram-v2\n    [*] --> " + all.getFirst() + "\n" + transitions + ends + "```\n";
    }
}
