package org.quire.api.submission;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.api.config.ApiProperties;
import org.quire.api.processor.AgentType;
import org.quire.api.processor.ProcessorRegistry;
import org.quire.api.script.ProcessorTask;
import org.quire.api.workspace.WorkspaceRoots;
import org.quire.api.workspace.WorkspaceRoots.Located;
import org.quire.mets.Mets;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.mets.PageExpressionException;
import org.quire.workflows.run.FetchPlan;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.PlannedStep;
import org.quire.workflows.run.RunPlan;
import org.quire.workflows.workspace.WorkspaceRef;
import org.springframework.stereotype.Component;

/** Turns a request into the plan of a run, or refuses it with all its faults. Reads only: nothing is started, locked or written. */
@Component
public class Submission {

    private final WorkspaceRoots roots;
    private final MetsCache metsCache;
    private final ProcessorRegistry processors;
    private final CallbackTargets callbacks;
    private final KnownIds knownIds;
    private final RunIds runIds;
    private final ApiProperties properties;
    private final Clock clock;

    Submission(
            WorkspaceRoots roots,
            MetsCache metsCache,
            ProcessorRegistry processors,
            CallbackTargets callbacks,
            KnownIds knownIds,
            RunIds runIds,
            ApiProperties properties,
            Clock clock) {
        this.roots = roots;
        this.metsCache = metsCache;
        this.processors = processors;
        this.callbacks = callbacks;
        this.knownIds = knownIds;
        this.runIds = runIds;
        this.properties = properties;
        this.clock = clock;
    }

    /** @throws SubmissionRefused with every fault that was found */
    public RunPlan plan(RunRequest request) {
        var faults = new ArrayList<Fault>();
        List<ProcessorTask> tasks = request.script().tasks();
        WorkspaceRef workspace = locate(request.metsPath(), faults);
        request.script().faults().forEach(fault -> faults.add(new Fault(Fault.Kind.BAD_SCRIPT, fault)));
        callbacks.check("callback_url", request.callbackUrl()).ifPresent(faults::add);
        callbacks.check("workflow_callback_url", request.workflowCallbackUrl()).ifPresent(faults::add);
        knownIds.unknown(request.dependsOn())
                .forEach(id -> faults.add(new Fault(
                        Fault.Kind.BAD_REQUEST,
                        "Expected ids of jobs or runs of this server in depends_on, but '" + id + "' is none.")));
        Mets mets = read(workspace, faults);
        PageUnits units = units(request, mets, faults);
        faults.addAll(GroupCheck.faults(tasks, mets == null ? null : mets.fileGroups()));
        var tools = new ToolCheck(request.kind(), request.agentType(), processors.live(request.agentType()));
        faults.addAll(tools.faults(tasks));
        if (request.overwrite() && request.agentType() == AgentType.SERVER) {
            faults.add(new Fault(
                    Fault.Kind.BAD_REQUEST,
                    "Expected no overwrite with agent_type 'server': Processor Servers can't."));
        }
        if (mets != null && units != null && !request.overwrite()) {
            faults.addAll(OutputCheck.faults(tasks, mets, units));
        }
        if (!faults.isEmpty() || workspace == null || mets == null || units == null) {
            throw new SubmissionRefused(faults);
        }
        List<PlannedStep> steps = tools.steps(tasks);
        var remote = new RemoteInputs(mets, workspace);
        RunPlan plan = plan(request, workspace, steps, units)
                .withFetch(FetchPlan.of(steps, units, remote, properties.fetch().attempts()));
        List<Fault> tooLarge = PlanSize.faults(plan, tasks);
        if (!tooLarge.isEmpty()) {
            throw new SubmissionRefused(tooLarge);
        }
        return plan;
    }

    private RunPlan plan(RunRequest request, WorkspaceRef workspace, List<PlannedStep> steps, PageUnits units) {
        return new RunPlan(
                runIds.next(),
                request.kind(),
                workspace,
                steps,
                units,
                request.pages(),
                request.pagesPerJob() == 1,
                request.dependsOn(),
                properties.runOptions(request.overwrite(), request.callbackUrl(), request.workflowCallbackUrl()),
                request.description(),
                clock.instant());
    }

    private @Nullable WorkspaceRef locate(String metsPath, List<Fault> faults) {
        return switch (roots.locate(metsPath)) {
            case Located.Found found -> found.workspace();
            case Located.Missing missing -> {
                faults.add(new Fault(Fault.Kind.METS_MISSING, missing.message()));
                yield null;
            }
            case Located.Outside outside -> {
                faults.add(new Fault(Fault.Kind.OUTSIDE_ROOTS, outside.message()));
                yield null;
            }
        };
    }

    private @Nullable Mets read(@Nullable WorkspaceRef workspace, List<Fault> faults) {
        if (workspace == null) {
            return null;
        }
        try {
            return metsCache.get(Path.of(workspace.metsPath()));
        } catch (MetsException | IOException e) {
            faults.add(new Fault(
                    Fault.Kind.BAD_METS,
                    "The METS file " + workspace.metsPath() + " can't be read: " + e.getMessage()));
            return null;
        }
    }

    private static @Nullable PageUnits units(RunRequest request, @Nullable Mets mets, List<Fault> faults) {
        if (mets == null) {
            return null;
        }
        try {
            List<String> pages = mets.expandPages(request.pages());
            int unitSize = request.pagesPerJob() == 0 ? pages.size() : request.pagesPerJob();
            return new PageUnits(pages, unitSize, pages.size() == mets.pageIds().size());
        } catch (PageExpressionException e) {
            faults.add(new Fault(Fault.Kind.BAD_PAGES, String.valueOf(e.getMessage())));
            return null;
        }
    }
}
