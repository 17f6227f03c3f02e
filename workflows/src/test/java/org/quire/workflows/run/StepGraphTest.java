package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepGraphTest {

    @Test
    void chainsStepsByTheirGroups() {
        StepGraph graph = graph("IMG->BIN", "BIN->SEG", "SEG->OCR");

        assertThat(graph.needs(0)).isEmpty();
        assertThat(graph.needs(1)).containsExactly(0);
        assertThat(graph.needs(2)).containsExactly(1);
        assertThat(graph.externalInputs()).containsExactly("IMG");
        assertThat(graph.outputs()).containsExactly("BIN", "SEG", "OCR");
    }

    @Test
    void letsIndependentStepsRunSideBySide() {
        StepGraph graph = graph("IMG->A", "IMG->B", "A,B->C");

        assertThat(graph.needs(1)).isEmpty();
        assertThat(graph.after(1)).isEmpty();
        assertThat(graph.needs(2)).containsExactly(0, 1);
    }

    @Test
    void needsTheLastOfSeveralWriters() {
        StepGraph graph = graph("IMG->A", "IMG->A", "A->B");

        assertThat(graph.needs(2)).containsExactly(1);
        assertThat(graph.after(1)).containsExactly(0);
    }

    @Test
    void writerComesAfterEarlierReadersOfWhatItOverwrites() {
        StepGraph graph = graph("IMG->A", "A->B", "IMG->A");

        assertThat(graph.needs(2)).isEmpty();
        assertThat(graph.after(2)).containsExactly(0, 1);
    }

    @Test
    void aStepThatRewritesItsOwnInputWaitsForNobodyButTheWriter() {
        StepGraph graph = graph("IMG->A", "A->A", "A->B");

        assertThat(graph.needs(1)).containsExactly(0);
        assertThat(graph.after(1)).isEmpty();
        assertThat(graph.needs(2)).containsExactly(1);
    }

    @Test
    void readingWhatIsMadeOnlyLaterIsAnExternalInput() {
        StepGraph graph = graph("B->A", "A->B");

        assertThat(graph.externalInputs()).containsExactly("B");
        assertThat(graph.needs(1)).containsExactly(0);
    }

    private static StepGraph graph(String... steps) {
        return StepGraph.of(Plans.steps(steps));
    }
}
