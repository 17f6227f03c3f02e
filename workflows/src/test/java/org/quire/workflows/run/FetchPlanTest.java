package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

class FetchPlanTest {

    private static final List<PlannedStep> STEPS = Plans.steps("IMG,GT->A", "A,IMG->B");

    @Test
    void isNoneWhereAllFilesAreThere() {
        assertThat(FetchPlan.of(STEPS, Plans.units(5, 1), (group, page) -> false, 3))
                .isNull();
    }

    @Test
    void asksOnlyForGroupsThatNoStepMakesBefore() {
        FetchPlan plan = FetchPlan.of(STEPS, Plans.units(1, 1), (group, page) -> true, 3);

        assertThat(Objects.requireNonNull(plan).groups()).containsExactly("IMG", "GT");
    }

    @Test
    void namesTheUnitsInRanges() {
        List<String> remote = List.of("PHYS_0001", "PHYS_0002", "PHYS_0005", "PHYS_0009");

        FetchPlan plan = FetchPlan.of(STEPS, Plans.units(10, 2), (group, page) -> remote.contains(page), 3);

        assertThat(Objects.requireNonNull(plan).units())
                .containsExactly(new UnitRange(0, 0), new UnitRange(2, 2), new UnitRange(4, 4));
        assertThat(List.of(0, 1, 2, 3, 4, 5).stream().filter(plan::concerns)).containsExactly(0, 2, 4);
        FetchPlan all = FetchPlan.of(STEPS, Plans.units(10, 2), (group, page) -> true, 3);
        assertThat(Objects.requireNonNull(all).units()).containsExactly(new UnitRange(0, 4));
    }

    @Test
    void outlivesAJourneyAsJsonAndItsAbsenceToo() throws JsonProcessingException {
        RunPlan plan = Plans.of("r", 2, Plans.options(1), "IMG->A");
        RunPlan remote = plan.withFetch(FetchPlan.of(plan.steps(), plan.units(), (group, page) -> true, 3));
        var mapper = QuireData.mapper();

        assertThat(mapper.readValue(mapper.writeValueAsString(remote), RunPlan.class))
                .isEqualTo(remote);
        String old = mapper.writeValueAsString(plan).replace(",\"fetch\":null", "");
        assertThat(old).doesNotContain("fetch");
        assertThat(mapper.readValue(old, RunPlan.class)).isEqualTo(plan);
    }

    @Test
    void aRunThatIsResumedFetchesForTheUnitsThatItTakesOver() {
        List<String> remote = List.of("PHYS_0001", "PHYS_0005", "PHYS_0007");
        RunPlan plan = Plans.of("r", Plans.units(7, 2), Plans.options(1), "IMG->A");
        RunPlan first =
                plan.withFetch(FetchPlan.of(plan.steps(), plan.units(), (group, page) -> remote.contains(page), 3));
        Instant now = Instant.parse("2026-01-02T00:00:00Z");

        RunPlan again = first.again(
                new RunId("r2"), List.of("PHYS_0003", "PHYS_0004", "PHYS_0005", "PHYS_0006", "PHYS_0007"), now);
        RunPlan local = first.again(new RunId("r3"), List.of("PHYS_0003", "PHYS_0004"), now);

        assertThat(Objects.requireNonNull(again.fetch()).units()).containsExactly(new UnitRange(1, 2));
        assertThat(local.fetch()).isNull();
    }

    @Test
    void refusesToTryNever() {
        assertThatThrownBy(() -> FetchPlan.of(STEPS, Plans.units(1, 1), (group, page) -> true, 0))
                .hasMessageContaining("at least 1");
    }
}
