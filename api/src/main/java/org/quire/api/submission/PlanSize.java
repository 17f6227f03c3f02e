package org.quire.api.submission;

import io.temporal.common.converter.DataConverter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.quire.api.script.ProcessorTask;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunInput;
import org.quire.workflows.run.RunPlan;

/**
 * Whether Temporal can carry a run. It takes 2 MB in one value and 4 MB in one message (docs.temporal.io, "Temporal Cloud and
 * self-hosted limits"); what is larger it would refuse again and again, after the run has started.
 */
final class PlanSize {

    /** Bytes of the encoded plan; the rest of the 2 MB is for what a run carries from one execution to the next. */
    static final int LARGEST_PLAN = 1_500_000;

    /** Bytes of the parameters of all jobs that one decision may start; the rest of the 4 MB is for the pages of these jobs. */
    static final int LARGEST_START = 3_000_000;

    /** Bytes of one argument of a command on Linux, without its end (execve(2), MAX_ARG_STRLEN): parameters are one. */
    static final int LARGEST_ARGUMENT = 128 * 1024 - 1;

    /** The answer names every job, and the run keeps the state of each. */
    static final int MOST_JOBS = 1_000_000;

    private static final DataConverter CONVERTER = QuireData.converter();

    private PlanSize() {}

    /** @param tasks the tasks of the plan's steps, in their order, to name them as the client knows them */
    static List<Fault> faults(RunPlan plan, List<ProcessorTask> tasks) {
        long jobs = (long) plan.steps().size() * plan.units().count();
        if (jobs > MOST_JOBS) {
            return List.of(tooLarge("Expected at most " + MOST_JOBS + " jobs, but "
                    + plan.steps().size() + " tasks on "
                    + plan.units().count() + " units of pages make " + jobs
                    + "; select fewer pages, or put more of them into one job (page_step)."));
        }
        var faults = new ArrayList<Fault>(startFaults(plan, tasks));
        int bytes = encoded(RunInput.start(plan));
        if (bytes > LARGEST_PLAN) {
            faults.add(tooLarge("Expected a run that Temporal can carry, of at most " + LARGEST_PLAN
                    + " bytes when compressed, but it has " + bytes
                    + "; select fewer pages, or take large values out of parameters, description and depends_on."));
        }
        return faults;
    }

    private static List<Fault> startFaults(RunPlan plan, List<ProcessorTask> tasks) {
        int atOnce = Math.min(plan.units().count(), plan.options().maxInFlight());
        int most = LARGEST_START / atOnce;
        var faults = new ArrayList<Fault>();
        for (int step = 0; step < plan.steps().size(); step++) {
            PlannedStep planned = plan.steps().get(step);
            int argument = planned.parameters().toString().getBytes(StandardCharsets.UTF_8).length;
            if (argument > LARGEST_ARGUMENT) {
                faults.add(tooLarge(tasks.get(step).label() + ": expected parameters of at most " + LARGEST_ARGUMENT
                        + " bytes, which a command can be given, but they have " + argument + "."));
                continue;
            }
            int bytes = encoded(planned.parameters());
            if (bytes > most) {
                faults.add(tooLarge(
                        tasks.get(step).label() + ": expected parameters of at most " + most + " bytes, as " + atOnce
                                + " jobs at once have them, but they have " + bytes
                                + "; shorten them, or put more pages into one job (page_step)."));
            }
        }
        return faults;
    }

    private static int encoded(Object value) {
        return CONVERTER.toPayload(value).orElseThrow().getSerializedSize();
    }

    private static Fault tooLarge(String message) {
        return new Fault(Fault.Kind.TOO_LARGE, message);
    }
}
