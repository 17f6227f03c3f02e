package org.quire.activities.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.job.JobRequest;

/**
 * The MongoDB that Processor Servers share. Quire does in it what OCR-D's Processing Server did: it enters the workspace, without which
 * a server fails, and the job, and reads the job's state there. Nothing that Quire itself knows is kept in it.
 */
public final class ServerDatabase implements AutoCloseable {

    private static final String DEFAULT_NAME = "ocrd";
    private static final String WORKSPACES = "workspace";
    private static final String JOBS = "DBProcessorJob";

    /** Well below the heartbeat timeout of a job, which beats between two questions. */
    private static final int PATIENCE_SECONDS = 3;

    private final URI address;
    private final MongoClient client;
    private final MongoDatabase database;

    /** Connects when it is first needed. */
    public ServerDatabase(URI address) {
        var connection = new ConnectionString(address.toString());
        this.address = address;
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(connection)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .build());
        String name = connection.getDatabase();
        database = client.getDatabase(name == null ? DEFAULT_NAME : name);
    }

    /**
     * What is known of a job there.
     *
     * @param state in OCR-D's words
     * @param logFile on the server's machine; null: none yet
     */
    record JobEntry(String state, @Nullable String logFile) {}

    void enter(String jobId, JobRequest request, String metsPath, @Nullable String pageId) throws IOException {
        tried(db -> db.getCollection(WORKSPACES)
                .insertOne(new Document("workspace_id", jobId)
                        .append("workspace_mets_path", metsPath)
                        .append("ocrd_identifier", "")
                        .append("bagit_profile_identifier", "")
                        .append("deleted", false)));
        tried(db -> db.getCollection(JOBS)
                .insertOne(new Document("job_id", jobId)
                        .append("processor_name", request.processor())
                        .append("path_to_mets", metsPath)
                        .append("state", "QUEUED")
                        .append("input_file_grps", request.inputGroups())
                        .append("output_file_grps", request.outputGroups())
                        .append("page_id", pageId)
                        .append(
                                "parameters",
                                Document.parse(request.parameters().toString()))));
    }

    /** Empty if somebody has removed the job. */
    Optional<JobEntry> find(String jobId) throws IOException {
        return Optional.ofNullable(
                        tried(db -> jobs(db).find(Filters.eq("job_id", jobId)).first()))
                .map(job -> new JobEntry(job.getString("state"), job.getString("log_file_path")));
    }

    /** Removes the job and its workspace; a server that has not begun the job then refuses it. */
    void forget(String jobId) throws IOException {
        tried(db -> jobs(db).deleteMany(Filters.eq("job_id", jobId)));
        tried(db -> db.getCollection(WORKSPACES).deleteMany(Filters.eq("workspace_id", jobId)));
    }

    private static MongoCollection<Document> jobs(MongoDatabase database) {
        return database.getCollection(JOBS);
    }

    private <T> @Nullable T tried(Function<MongoDatabase, @Nullable T> call) throws IOException {
        try {
            return call.apply(database);
        } catch (MongoException e) {
            throw new IOException(
                    "The database of the Processor Servers at " + address.getHost() + ":" + address.getPort()
                            + " does not answer: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
