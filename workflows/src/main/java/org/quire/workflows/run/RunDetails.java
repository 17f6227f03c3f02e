package org.quire.workflows.run;

/** A run's progress as a small Markdown table, for Temporal's Web UI. */
final class RunDetails {

    private RunDetails() {}

    static String markdown(RunProgressView view) {
        var text = new StringBuilder("**").append(view.state()).append("**");
        if (view.reason() != null) {
            text.append(": ").append(view.reason());
        }
        text.append("\n\n| step | processor | waiting | started | succeeded | failed | cancelled |\n")
                .append("|--:|---|--:|--:|--:|--:|--:|\n");
        for (RunProgressView.StepCounts step : view.steps()) {
            text.append("| ").append(step.step() + 1);
            text.append(" | ").append(step.processor());
            text.append(" | ").append(step.cached());
            text.append(" | ").append(step.queued());
            text.append(" | ").append(step.succeeded());
            text.append(" | ").append(step.failed());
            text.append(" | ").append(step.cancelled()).append(" |\n");
        }
        return text.toString();
    }
}
