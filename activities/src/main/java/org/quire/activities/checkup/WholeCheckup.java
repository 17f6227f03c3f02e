package org.quire.activities.checkup;

import io.temporal.activity.Activity;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.quire.activities.report.FileRunArchive;
import org.quire.activities.report.RunReportFiles;
import org.quire.activities.temporal.Attempt;
import org.quire.activities.temporal.Executions;
import org.quire.workflows.checkup.Checkup;
import org.quire.workflows.checkup.CheckupReport;
import org.quire.workflows.checkup.CheckupScope;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.run.RunId;

/** Runs first, since a repair of theirs clears their folders; then locks; then each workspace. */
public final class WholeCheckup implements Checkup {

    private final WorkflowClient client;
    private final DataLayout layout;

    public WholeCheckup(WorkflowClient client, DataLayout layout) {
        this.client = client;
        this.layout = layout;
    }

    @Override
    public CheckupReport examine(CheckupScope scope) {
        Attempt attempt = Attempt.current();
        try (var beats = attempt.keepBeating()) {
            return examine(scope, attempt);
        } catch (IOException e) {
            throw Activity.wrap(e);
        }
    }

    private CheckupReport examine(CheckupScope scope, Attempt attempt) throws IOException {
        var findings = new Findings();
        var executions = new Executions(client);
        var reports = new RunReportFiles(layout);
        var runCheck = new RunCheck(client, executions, reports, new FileRunArchive(layout), findings);
        Map<RunId, RunCheck.Known> runs = runCheck.runs(scope.metsPath());
        runCheck.compare(runs, scope.repair());
        new LockCheck(client, executions, findings).compare(runs);

        var leftovers = new LeftoverCheck(executions, reports, findings);
        Set<Path> workspaces = workspaces(scope, runs);
        Set<String> busy = runs.values().stream()
                .filter(RunCheck.Known::wentOn)
                .map(RunCheck.Known::metsPath)
                .collect(Collectors.toSet());
        long files = 0;
        for (Path mets : workspaces) {
            // Not longer than somebody waits for it.
            attempt.beat();
            leftovers.look(mets, scope.repair());
            files += new DiskCheck(mets, busy.contains(mets.toString()), findings)
                    .compare(scope.fixity(), scope.repair());
        }
        return findings.report(workspaces.size(), runs.size(), files);
    }

    private static Set<Path> workspaces(CheckupScope scope, Map<RunId, RunCheck.Known> runs) throws IOException {
        Set<Path> workspaces = new TreeSet<>();
        String only = scope.metsPath();
        if (only != null) {
            workspaces.add(Path.of(only));
            return workspaces;
        }
        workspaces.addAll(
                WorkspaceSearch.below(scope.roots().stream().map(Path::of).toList()));
        for (RunCheck.Known run : runs.values()) {
            // One that was moved away since is no fault.
            Path mets = Path.of(run.metsPath());
            if (Files.exists(mets)) {
                workspaces.add(mets);
            }
        }
        return workspaces;
    }
}
