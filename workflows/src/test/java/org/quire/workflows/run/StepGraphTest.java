package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepGraphTest {

    @Test
    void stepWaitsForTheLastEarlierMakerOfItsInput() {
        var graph = new StepGraph(
                List.of(Plans.step("a", "IMG", "X"), Plans.step("b", "IMG", "X"), Plans.step("c", "X", "Y")));
        assertThat(graph.needs(2)).containsExactly(1);
        assertThat(graph.followers(1)).containsExactly(2);
    }

    @Test
    void independentStepsDoNotWaitForEachOther() {
        var graph = new StepGraph(
                List.of(Plans.step("a", "IMG", "X"), Plans.step("b", "IMG", "Y"), Plans.step("c", "X,Y", "Z")));
        assertThat(graph.needs(1)).isEmpty();
        assertThat(graph.needs(2)).containsExactly(0, 1);
    }

    @Test
    void writerWaitsForEarlierReadersOfItsOutput() {
        var graph = new StepGraph(List.of(Plans.step("a", "X", "Y"), Plans.step("b", "IMG", "X")));
        assertThat(graph.needs(1)).containsExactly(0);
    }
}
