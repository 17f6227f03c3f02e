package org.quire.api.web;

import java.net.URI;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quire.api.run.RunSummary;
import org.quire.api.run.WebUi;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

/** Renders the status page. All text from outside is escaped. */
@Component
class HomePage {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private static final String FRAME = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Quire</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
            h1 { margin-bottom: 0 } h2 { margin-top: 2rem; font-size: 1.1rem }
            table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #ddd }
            code, pre { font-family: ui-monospace, monospace; font-size: .9rem } pre { background: #f5f5f5; padding: .8rem; overflow-x: auto }
            .SUCCESS { color: #176b2c } .FAILED { color: #a61b1b } .CANCELLED { color: #8a5a00 } .problem { color: #a61b1b }
            </style>
            </head>
            <body>
            <h1>Quire</h1>
            <p>Runs OCR-D workflows. Version {version}. <a href="/docs">API</a></p>
            {problem}
            <h2>Latest runs</h2>
            {runs}
            <h2>Processors</h2>
            {processors}
            <h2>Submit a run</h2>
            <pre>curl -F workflow=@workflow.txt 'http://HOST:PORT/workflow/run?mets_path=/path/to/mets.xml'
            quire run -m /path/to/mets.xml -w workflow.txt</pre>
            </body>
            </html>
            """;

    private final WebUi webUi;

    HomePage(WebUi webUi) {
        this.webUi = webUi;
    }

    /** @param problem why the runs can't be shown; empty if they can */
    String render(List<RunSummary> runs, List<String> processors, String problem) {
        return FRAME.replace("{version}", escape(Version.CURRENT))
                .replace("{problem}", problem.isEmpty() ? "" : "<p class=\"problem\">" + escape(problem) + "</p>")
                .replace("{processors}", processors(processors))
                .replace("{runs}", runs.isEmpty() ? "<p>None yet.</p>" : table(runs));
    }

    private static String processors(List<String> names) {
        if (names.isEmpty()) {
            return "<p>None: no worker host is live.</p>";
        }
        return names.stream()
                .map(name -> "<a href=\"/processor/info/" + escape(name) + "\"><code>" + escape(name) + "</code></a>")
                .collect(Collectors.joining(", ", "<p>", "</p>"));
    }

    private String table(List<RunSummary> runs) {
        return runs.stream()
                .map(this::row)
                .collect(Collectors.joining(
                        "\n",
                        "<table><tr><th>Run</th><th>State</th><th>Workspace</th><th>Steps</th><th>Pages</th>"
                                + "<th>Started</th><th></th></tr>\n",
                        "</table>"));
    }

    private String row(RunSummary run) {
        String id = escape(run.runId().value());
        @Nullable URI link = webUi.of(run.runId());
        String inTemporal = link == null ? "" : "<a href=\"" + escape(link.toString()) + "\">Temporal</a>";
        return "<tr><td><a href=\"/run/" + id + "\"><code>" + id + "</code></a></td><td class=\"" + run.state() + "\">"
                + run.state() + "</td><td>" + escape(run.workspace()) + "</td><td>" + run.steps() + "</td><td>"
                + run.pages() + "</td><td>" + TIME.format(run.startedAt()) + "</td><td>" + inTemporal + "</td></tr>";
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}
