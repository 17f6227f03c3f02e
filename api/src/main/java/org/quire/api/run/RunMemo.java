package org.quire.api.run;

import java.nio.file.Path;
import java.util.Map;
import org.quire.workflows.job.Agent;
import org.quire.workflows.run.RunPlan;

/** What a run's entry in Temporal's list of workflows says of it. */
final class RunMemo {

    static final String METS_PATH = RunPlan.METS_PATH_MEMO;
    static final String STEPS = "steps";
    static final String PAGES = "pages";
    /** Whether jobs of the run are handed out. */
    static final String EXTERNAL = "external";

    private RunMemo() {}

    static Map<String, Object> of(RunPlan plan) {
        return Map.of(
                METS_PATH, plan.workspace().metsPath(),
                STEPS, plan.steps().size(),
                PAGES, plan.units().pages().size(),
                EXTERNAL, plan.steps().stream().anyMatch(step -> step.agentOrWorker() == Agent.EXTERNAL));
    }

    /** For people, such as "kant: 4 steps, 2 pages". */
    static String summary(RunPlan plan) {
        Path name = Path.of(plan.workspace().directory()).getFileName();
        return (name == null ? "/" : name) + ": " + count(plan.steps().size(), "step") + ", "
                + count(plan.units().pages().size(), "page");
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
