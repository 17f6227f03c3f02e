package org.quire.api.mets;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.quire.api.workspace.WorkspaceRoots;
import org.quire.api.workspace.WorkspaceRoots.Located;
import org.quire.mets.session.MetsSessions;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The METS server of every workspace under the configured folders, behind one URL. */
@RestController
@Tag(name = "workspace")
class TcpMetsController {

    private static final String METS = "mets.xml";

    private final WorkspaceRoots roots;
    private final MetsSessions sessions;

    TcpMetsController(WorkspaceRoots roots, MetsSessions sessions) {
        this.roots = roots;
        this.sessions = sessions;
    }

    @PostMapping("/tcp_mets")
    @Operation(summary = "A request to the METS server of a workspace; what is added is on disk when it is answered")
    ResponseEntity<Object> forward(@RequestBody TcpMetsRequest request) {
        MetsAnswer answer = MetsProtocol.guarded(() -> answer(request));
        return switch (answer) {
            case MetsAnswer.Text text ->
                ResponseEntity.ok(request.wantsNothing() ? Map.of() : Map.of("text", text.text()));
            case MetsAnswer.Json json -> ResponseEntity.ok(request.wantsNothing() ? Map.of() : json.body());
            case MetsAnswer.Fault fault ->
                ResponseEntity.status(fault.status())
                        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                        .body(ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(fault.status()), fault.detail()));
        };
    }

    private MetsAnswer answer(TcpMetsRequest request) throws IOException {
        MetsRequest content = request.content();
        return switch (roots.locate(request.workspace() + "/" + METS)) {
            case Located.Found found -> answer(Path.of(found.workspace().metsPath()), content);
            case Located.Missing missing -> new MetsAnswer.Fault(HttpStatus.NOT_FOUND.value(), missing.message());
            case Located.Outside outside -> new MetsAnswer.Fault(HttpStatus.FORBIDDEN.value(), outside.message());
        };
    }

    private MetsAnswer answer(Path mets, MetsRequest content) throws IOException {
        MetsAnswer answer = sessions.with(mets, session -> MetsProtocol.answer(session, content));
        if (MetsProtocol.isStop(content.method(), content.path())) {
            sessions.end(mets);
        }
        return answer;
    }
}
