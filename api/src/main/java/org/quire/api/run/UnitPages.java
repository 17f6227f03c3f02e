package org.quire.api.run;

import org.quire.workflows.run.RunPlan;

/** The pages of a unit as a page expression. */
final class UnitPages {

    private UnitPages() {}

    /** The client's own expression if the run is one unit by design, else the unit's page ids. */
    static String expression(RunPlan plan, int unit) {
        boolean whole = !plan.pageWise() && plan.units().count() == 1;
        return whole ? plan.requestedPages() : String.join(",", plan.units().pages(unit));
    }
}
