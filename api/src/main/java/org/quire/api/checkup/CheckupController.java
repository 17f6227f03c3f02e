package org.quire.api.checkup;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.api.config.ApiProperties;
import org.quire.api.workspace.WorkspaceRoots;
import org.quire.api.workspace.WorkspaceRoots.Located;
import org.quire.workflows.checkup.CheckupReport;
import org.quire.workflows.checkup.CheckupScope;
import org.quire.workflows.checkup.Finding;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Has what Quire knows compared with what is on disk. */
@RestController
@Tag(name = "server")
class CheckupController {

    private final Checkups checkups;
    private final WorkspaceRoots roots;
    private final List<String> folders;

    CheckupController(Checkups checkups, WorkspaceRoots roots, ApiProperties properties) {
        this.checkups = checkups;
        this.roots = roots;
        this.folders = properties.workspaces().stream().map(Path::toString).toList();
    }

    record Started(@JsonProperty("checkup_id") String checkupId) {}

    /**
     * Where a checkup stands.
     *
     * @param reason why it failed
     * @param report what it found, when it is over
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CheckupAnswer(
            @JsonProperty("checkup_id") String checkupId,
            Checkups.State state,
            @Nullable String reason,
            @Nullable Found report) {}

    /**
     * What a checkup found.
     *
     * @param workspaces how many it looked at
     * @param runs how many it looked at
     * @param files how many the METS of these workspaces name
     * @param findings the first thousand
     * @param more how many more there are
     */
    record Found(int workspaces, int runs, long files, List<Finding> findings, int more) {

        static Found of(CheckupReport report) {
            return new Found(report.workspaces(), report.runs(), report.files(), report.findings(), report.more());
        }
    }

    @PostMapping("/checkup")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(summary = "Compare runs, locks, reports, .quire folders and METS with each other and with the disk")
    Started start(
            @RequestParam(name = "mets_path", required = false) @Nullable String metsPath,
            @RequestParam(defaultValue = "false") boolean fixity,
            @RequestParam(defaultValue = "false") boolean repair) {
        String only = metsPath == null ? null : located(metsPath);
        return new Started(checkups.start(new CheckupScope(folders, only, fixity, repair)));
    }

    private String located(String metsPath) {
        return switch (roots.locate(metsPath)) {
            case Located.Found found -> found.workspace().metsPath();
            case Located.Missing missing -> throw problem(HttpStatus.NOT_FOUND, missing.message());
            case Located.Outside outside -> throw problem(HttpStatus.FORBIDDEN, outside.message());
        };
    }

    @GetMapping("/checkup/{id}")
    @Operation(summary = "Where a checkup stands, and what it found")
    CheckupAnswer find(@PathVariable String id) {
        return checkups.find(id)
                .map(standing -> {
                    CheckupReport report = standing.report();
                    Found found = report == null ? null : Found.of(report);
                    return new CheckupAnswer(id, standing.state(), standing.reason(), found);
                })
                .orElseThrow(() -> problem(
                        HttpStatus.NOT_FOUND,
                        "Expected the id of a checkup, but there is none with the id '" + id
                                + "'; Temporal may have forgotten it. POST /checkup starts another."));
    }

    private static ErrorResponseException problem(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }
}
