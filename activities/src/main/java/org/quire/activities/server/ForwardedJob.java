package org.quire.activities.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.Outcome.Cost;
import org.quire.activities.server.ServerDatabase.JobEntry;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job given to a Processor Server. Its end is read from the database: the server's own answers about jobs fail in all releases that
 * can run any. Once closed the server is not followed any more; if it has not begun the job, it will refuse it.
 */
public final class ForwardedJob implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ForwardedJob.class);
    private static final int ACCEPTED = 202;
    private static final int LONGEST_LOG = 1024 * 1024;

    private final String id = UUID.randomUUID().toString();
    private final ProcessorServer server;
    private final ServerDatabase database;
    private final CompletableFuture<HttpResponse<String>> answer;

    private ForwardedJob(
            ProcessorServer server, ServerDatabase database, JobRequest request, Path mets, @Nullable String pageId)
            throws IOException {
        this.server = server;
        this.database = database;
        database.enter(id, request, mets.toString(), pageId);
        answer = server.run(body(request, mets, pageId));
    }

    /** @throws IOException if the database does not take the job; the server has not got it then */
    public static ForwardedJob send(
            ProcessorServer server, ServerDatabase database, JobRequest request, Path mets, @Nullable String pageId)
            throws IOException {
        return new ForwardedJob(server, database, request, mets, pageId);
    }

    /** {@code PYJobInput} of that age; the id is that of the entry in the database. */
    private ObjectNode body(JobRequest request, Path mets, @Nullable String pageId) {
        ObjectNode body = QuireData.mapper().createObjectNode();
        body.put("processor_name", request.processor());
        body.put("path_to_mets", mets.toString());
        body.set("input_file_grps", QuireData.mapper().valueToTree(request.inputGroups()));
        body.set("output_file_grps", QuireData.mapper().valueToTree(request.outputGroups()));
        if (pageId != null) {
            body.put("page_id", pageId);
        }
        body.set("parameters", request.parameters().json());
        body.put("job_id", id);
        return body;
    }

    /**
     * Looks once whether the job has ended, after waiting for the server's answer for a moment.
     *
     * @throws IOException if the database does not answer
     */
    public Optional<Outcome> end(long millis) throws IOException, InterruptedException {
        Optional<Outcome> refused = refusal(millis);
        Optional<JobEntry> entry = database.find(id);
        // What the database says of an end holds, even if the connection broke afterwards.
        if (entry.isPresent() && entry.get().state().equals("SUCCESS")) {
            return Optional.of(new Outcome.Succeeded(Cost.UNKNOWN));
        }
        if (entry.isPresent() && entry.get().state().equals("FAILED")) {
            return Optional.of(new Outcome.Failed("state FAILED", Cost.UNKNOWN));
        }
        if (refused.isPresent()) {
            return refused;
        }
        if (entry.isEmpty()) {
            return Optional.of(new Outcome.Lost(server.url() + " has forgotten the job."));
        }
        return isAbandoned()
                ? Optional.of(new Outcome.Lost(server.url() + " went away in mid-job."))
                : Optional.empty();
    }

    /** A server that has answered and has not ended the job yet must at least be there. */
    private boolean isAbandoned() throws InterruptedException {
        if (!answer.isDone()) {
            return false;
        }
        TimeUnit.MILLISECONDS.sleep(200);
        return !server.isThere();
    }

    private Optional<Outcome> refusal(long millis) throws InterruptedException {
        try {
            HttpResponse<String> said = answer.get(millis, TimeUnit.MILLISECONDS);
            int status = said.statusCode();
            if (status == ACCEPTED) {
                return Optional.empty();
            }
            String words = server.url() + " answered " + status + ": " + detail(said.body());
            // 4xx is about the job and will be said again; 404 is a server without routes.
            return Optional.of(
                    status >= 400 && status < 500 && status != 404
                            ? new Outcome.Failed(words, Cost.UNKNOWN)
                            : new Outcome.Lost(words));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(new Outcome.Lost(server.url() + " went away in mid-job (" + e.getCause() + ")."));
        }
    }

    private static String detail(String body) {
        try {
            return QuireData.mapper().readTree(body).path("detail").asText(body);
        } catch (JsonProcessingException e) {
            return body;
        }
    }

    /** The server's log of the job, from itself or, where it gives none, from its file if that is to be seen here. */
    public Optional<String> log() throws InterruptedException {
        try {
            return Optional.of(server.log(id));
        } catch (IOException e) {
            LOG.debug("No log of {} from {}: {}", id, server.url(), e.toString());
        }
        try {
            Optional<Path> file = database.find(id).map(JobEntry::logFile).map(Path::of);
            return file.isPresent() && Files.isRegularFile(file.get()) && Files.size(file.get()) < LONGEST_LOG
                    ? Optional.of(Files.readString(file.get()))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.debug("No log of {}: {}", id, e.toString());
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        answer.cancel(true);
        try {
            database.forget(id);
        } catch (IOException e) {
            LOG.warn("Job {} stays in the database of the Processor Servers: {}", id, e.getMessage());
        }
    }
}
