package org.quire.systemtests.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Locale;
import org.quire.workflows.run.RunState;

/** The figures of a campaign for people and for programs. */
record Printout(Options options, Campaign.Result result) {

    String text() {
        Figures.All figures = result.figures();
        var text = new StringBuilder();
        line(
                text,
                "%d kills, seed %d, %d min",
                options.kills(),
                options.seed(),
                figures.time().toMinutes());
        line(text, "");
        line(text, "%-58s %6s %6s %28s", "", "done", "hit", "no job began (median, most)");
        for (Figures.OfFault fault : figures.faults()) {
            line(
                    text,
                    "%-58s %6d %6d %18.1f s %6.1f s",
                    fault.fault().words(),
                    fault.done(),
                    fault.hit(),
                    seconds(fault.median()),
                    seconds(fault.longest()));
        }
        line(text, "");
        line(
                text,
                "runs: %d SUCCESS, %d FAILED while a disk was full; requests: %d without an answer, %d refused for the time being",
                figures.runs().getOrDefault(RunState.SUCCESS, 0),
                figures.runs().getOrDefault(RunState.FAILED, 0),
                figures.answersLost(),
                figures.refused());
        line(
                text,
                "jobs: %d, of these %d tried again; files compared: %d; workspaces checked in mid-run: %d times; workflow tasks repeated: %d",
                figures.jobs(),
                figures.jobsTriedAgain(),
                figures.files(),
                figures.checks(),
                figures.tasksRepeated());
        if (result.violations().isEmpty()) {
            line(text, "Nothing was lost, doubled or revived.");
        } else {
            result.violations().forEach(violation -> line(text, "%s", violation));
            line(text, "The same again: ./quire chaos --kills %d --seed %d", options.kills(), options.seed());
        }
        return text.toString().stripTrailing();
    }

    String json() throws JsonProcessingException {
        Figures.All figures = result.figures();
        var mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode()
                .put("kills", options.kills())
                .put("seed", options.seed())
                .put("seconds", figures.time().toSeconds())
                .put("jobs", figures.jobs())
                .put("jobs_tried_again", figures.jobsTriedAgain())
                .put("files_compared", figures.files())
                .put("checks", figures.checks())
                .put("answers_lost", figures.answersLost())
                .put("refused", figures.refused())
                .put("workflow_tasks_repeated", figures.tasksRepeated());
        ObjectNode runs = root.putObject("runs");
        figures.runs().forEach((state, count) -> runs.put(state.name(), count));
        var faults = root.putArray("faults");
        figures.faults()
                .forEach(fault -> faults.addObject()
                        .put("fault", fault.fault().name().toLowerCase(Locale.ROOT))
                        .put("done", fault.done())
                        .put("hit", fault.hit())
                        .put("median_standstill_seconds", seconds(fault.median()))
                        .put("longest_standstill_seconds", seconds(fault.longest())));
        var violations = root.putArray("violations");
        result.violations().forEach(violations::add);
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
