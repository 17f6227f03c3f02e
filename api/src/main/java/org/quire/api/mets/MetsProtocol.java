package org.quire.api.mets;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsException;
import org.quire.mets.MetsFile;
import org.quire.mets.PageExpressionException;
import org.quire.mets.PythonRegex;
import org.quire.mets.session.AddOutcome;
import org.quire.mets.session.FileQuery;
import org.quire.mets.session.MetsSession;

/**
 * The protocol of OCR-D's METS server over one session. Every fault is a status of its own with a sentence, so that no client takes it
 * for an answer.
 */
final class MetsProtocol {

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNPROCESSABLE = 422;
    private static final int UNAVAILABLE = 503;
    private static final Map<String, List<String>> METHODS = Map.of(
            "", List.of("PUT", "DELETE"),
            "reload", List.of("POST"),
            "unique_identifier", List.of("GET"),
            "workspace_path", List.of("GET"),
            "physical_pages", List.of("GET"),
            "file_groups", List.of("GET"),
            "agent", List.of("GET", "POST"),
            "file", List.of("GET", "POST"));

    private MetsProtocol() {}

    /** What answers, and may fail in the ways that {@link #guarded} knows. */
    interface Answering {
        MetsAnswer answer() throws IOException;
    }

    /** Whether the request asks the server to end. */
    static boolean isStop(String method, String path) {
        return path.isEmpty() && method.equals("DELETE");
    }

    /** The answer, or what its exception says. */
    static MetsAnswer guarded(Answering answering) {
        try {
            return answering.answer();
        } catch (BadMetsRequest | MetsException e) {
            return new MetsAnswer.Fault(UNPROCESSABLE, String.valueOf(e.getMessage()));
        } catch (PageExpressionException e) {
            return new MetsAnswer.Fault(BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (PythonRegex.Invalid e) {
            return new MetsAnswer.Fault(BAD_REQUEST, "invalid regex: " + e.getMessage());
        } catch (NoSuchFileException e) {
            return new MetsAnswer.Fault(NOT_FOUND, "Expected the METS file " + e.getFile() + ", but it is gone.");
        } catch (IOException e) {
            return new MetsAnswer.Fault(
                    UNAVAILABLE, "Expected to read and write the METS, but the file system says: " + e.getMessage());
        }
    }

    /** A request to end only saves; ending is up to the door. */
    static MetsAnswer answer(MetsSession session, MetsRequest request) throws IOException {
        List<String> methods = METHODS.get(request.path());
        if (methods == null) {
            return new MetsAnswer.Fault(NOT_FOUND, "Not Found");
        }
        if (!methods.contains(request.method())) {
            return new MetsAnswer.Fault(METHOD_NOT_ALLOWED, "Method Not Allowed");
        }
        return request.method().equals("GET") ? read(session, request) : change(session, request);
    }

    private static MetsAnswer read(MetsSession session, MetsRequest request) throws IOException {
        return switch (request.path()) {
            case "workspace_path" -> new MetsAnswer.Text(session.folder().toString());
            case "unique_identifier" ->
                new MetsAnswer.Text(session.uniqueIdentifier().orElse(""));
            case "physical_pages" -> new MetsAnswer.Json(new MetsMessages.Pages(session.pageIds()));
            case "file_groups" -> new MetsAnswer.Json(new MetsMessages.Groups(session.fileGroups()));
            case "agent" -> new MetsAnswer.Json(AgentJson.Agents.of(session.agents()));
            default -> new MetsAnswer.Json(MetsMessages.Files.of(session.find(query(request.values()))));
        };
    }

    private static MetsAnswer change(MetsSession session, MetsRequest request) throws IOException {
        return switch (request.method() + " " + request.path()) {
            case "PUT " -> {
                session.save();
                yield new MetsAnswer.Text("The Mets Server is writing changes to disk.");
            }
            case "DELETE " -> {
                session.save();
                yield new MetsAnswer.Text("The Mets Server will shut down soon...");
            }
            // Upstream drops here what isn't saved. What is acknowledged stays, and the file is looked at by every
            // request anyway.
            case "POST reload" -> new MetsAnswer.Text("Reloaded from " + session.folder());
            case "POST agent" -> addAgent(session, request);
            default -> addFile(session, request.values());
        };
    }

    private static FileQuery query(Map<String, String> values) {
        return new FileQuery(
                values.get("file_grp"),
                values.get("file_id"),
                values.get("page_id"),
                values.get("mimetype"),
                values.get("url"),
                values.get("local_filename"));
    }

    private static MetsAnswer addAgent(MetsSession session, MetsRequest request) throws IOException {
        MetsAgent agent = AgentJson.parse(request.json());
        return session.add(agent)
                .<MetsAnswer>map(fault -> new MetsAnswer.Fault(BAD_REQUEST, fault))
                .orElseGet(() -> new MetsAnswer.Json(request.json() == null ? Map.of() : request.json()));
    }

    private static MetsAnswer addFile(MetsSession session, Map<String, String> form) throws IOException {
        MetsFile file = new MetsFile(
                required(form, "file_id"),
                required(form, "file_grp"),
                required(form, "mimetype"),
                optional(form, "page_id"),
                optional(form, "url"),
                optional(form, "local_filename"));
        return switch (session.add(file, isTrue(form.getOrDefault("force", "false")))) {
            case AddOutcome.Added added -> new MetsAnswer.Json(MetsMessages.Entry.of(file, file.url()));
            case AddOutcome.Conflict conflict -> new MetsAnswer.Fault(BAD_REQUEST, conflict.message());
            case AddOutcome.Invalid invalid -> new MetsAnswer.Fault(BAD_REQUEST, invalid.message());
        };
    }

    private static String required(Map<String, String> form, String name) {
        String value = optional(form, name);
        if (value == null) {
            throw new BadMetsRequest("Expected the field " + name + ", but it is missing.");
        }
        return value;
    }

    /** An empty field is none, as upstream has it. */
    private static @Nullable String optional(Map<String, String> form, String name) {
        String value = form.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private static boolean isTrue(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "1", "on", "yes", "t", "y" -> true;
            case "false", "0", "off", "no", "f", "n", "" -> false;
            default -> throw new BadMetsRequest("Expected force as true or false, but got '" + value + "'.");
        };
    }
}
