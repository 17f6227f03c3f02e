package org.quire.api.workspace;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.quire.api.workspace.WorkspaceRoots.Located;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceLocks;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who holds and who awaits pages of a workspace. */
@RestController
@Tag(name = "workspace")
class LocksController {

    private final WorkspaceRoots roots;
    private final LockReader locks;

    LocksController(WorkspaceRoots roots, LockReader locks) {
        this.roots = roots;
        this.locks = locks;
    }

    /** @param entries in order of arrival */
    record LocksAnswer(@JsonProperty("path_to_mets") String pathToMets, List<Entry> entries) {}

    /**
     * A run in the queue.
     *
     * @param registeredAt since when it holds or waits
     * @param waitsFor runs before it on pages that it awaits
     * @param dependsOn what must end in SUCCESS first
     */
    record Entry(
            @JsonProperty("run_id") String runId,
            @JsonProperty("registered_at") Instant registeredAt,
            @JsonProperty("input_file_grps") List<String> inputGroups,
            @JsonProperty("output_file_grps") List<String> outputGroups,
            @JsonProperty("held_units") int heldUnits,
            @JsonProperty("awaited_units") int awaitedUnits,
            @JsonProperty("waits_for") List<String> waitsFor,
            @JsonProperty("depends_on") List<String> dependsOn) {}

    @GetMapping("/workspace/locks")
    @Operation(summary = "The runs that hold or await pages of a workspace, in order of arrival")
    LocksAnswer locks(@RequestParam("mets_path") String metsPath) {
        return switch (roots.locate(metsPath)) {
            case Located.Found found ->
                new LocksAnswer(
                        found.workspace().metsPath(),
                        locks.of(found.workspace()).stream()
                                .map(LocksController::entry)
                                .toList());
            case Located.Missing missing -> throw problem(HttpStatus.NOT_FOUND, missing.message());
            case Located.Outside outside -> throw problem(HttpStatus.FORBIDDEN, outside.message());
        };
    }

    private static Entry entry(WorkspaceLocks.Entry entry) {
        return new Entry(
                entry.runId().value(),
                entry.registeredAt(),
                entry.inputGroups(),
                entry.outputGroups(),
                entry.heldUnits(),
                entry.awaitedUnits(),
                entry.waitsFor().stream().map(RunId::value).toList(),
                entry.dependsOn());
    }

    private static ErrorResponseException problem(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }
}
