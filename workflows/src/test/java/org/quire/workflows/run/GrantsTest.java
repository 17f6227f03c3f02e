package org.quire.workflows.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

class GrantsTest {

    @Test
    void givesEachUnitOnceHoweverOftenItIsGranted() {
        var grants = new Grants(10);
        grants.grant(new UnitRange(3, 5));
        grants.grant(new UnitRange(3, 5));
        grants.grant(new UnitRange(0, 9));

        assertThat(drain(grants)).containsExactly(3, 4, 5, 0, 1, 2, 6, 7, 8, 9);
        assertThat(grants.ranges()).containsExactly(new UnitRange(0, 9));
    }

    @Test
    void ignoresUnitsThatDoNotExist() {
        var grants = new Grants(2);
        grants.grant(new UnitRange(-1, 7));

        assertThat(drain(grants)).containsExactly(0, 1);
    }

    @Test
    void namesWhatWasGrantedAsRanges() {
        var grants = new Grants(10);
        grants.grant(new UnitRange(7, 7));
        grants.grant(new UnitRange(1, 2));

        assertThat(grants.ranges()).containsExactly(new UnitRange(1, 2), new UnitRange(7, 7));
    }

    private static List<Integer> drain(Grants grants) {
        List<Integer> units = new ArrayList<>();
        for (int unit = grants.nextToBegin(); unit >= 0; unit = grants.nextToBegin()) {
            units.add(unit);
        }
        return units;
    }
}
