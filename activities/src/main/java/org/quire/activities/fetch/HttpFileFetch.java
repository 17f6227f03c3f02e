package org.quire.activities.fetch;

import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.quire.activities.job.JobLog;
import org.quire.activities.job.ProcessorJob;
import org.quire.activities.sandbox.SandboxRefusal;
import org.quire.activities.temporal.Attempt;
import org.quire.mets.Mets;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsException;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.fetch.FetchRequest;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.fetch.FileFetch;

/**
 * Fetches the input files of jobs over HTTP. What is in the workspace is whole; an attempt that is lost leaves nothing but files that
 * the next one finds.
 */
public final class HttpFileFetch implements FileFetch {

    /** The failure type, retried, of a file that did not come this time. */
    public static final String FETCH_FAILED = "FetchFailed";

    private final HttpDownload download;
    private final MetsCache metsCache;
    private final DataLayout layout;

    public HttpFileFetch(FetchLimits limits, MetsCache metsCache, DataLayout layout) {
        this.download = new HttpDownload(limits);
        this.metsCache = metsCache;
        this.layout = layout;
    }

    @Override
    public FetchResult fetch(FetchRequest request) {
        // The detail says whose activity this is, as with the job's own.
        var attempt = Attempt.current(request.jobId().toString());
        attempt.mustCount();
        var log = new JobLog(layout.jobLog(request.jobId()));
        try {
            Path metsFile = Path.of(request.workspace().metsPath());
            Mets mets = metsCache.get(metsFile);
            var arrivals = new Arrivals(download, metsFile, mets, log);
            return FetchResult.success(arrivals.fetch(request, attempt.number(), attempt));
        } catch (FetchRefused | SandboxRefusal | MetsException e) {
            log.note("=== Not fetched: " + e.getMessage());
            return FetchResult.failure(String.valueOf(e.getMessage()));
        } catch (FetchBroken e) {
            log.note("=== Not fetched: " + e.getMessage());
            throw failure(e);
        } catch (NoSuchFileException e) {
            if (e.getFile().equals(request.workspace().metsPath())) {
                return FetchResult.failure("Expected " + e.getFile() + ", but it is gone.");
            }
            throw Activity.wrap(e);
        } catch (IOException e) {
            throw Activity.wrap(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApplicationFailure.newFailure("The worker host was stopped.", ProcessorJob.WORKER_STOPPED);
        }
    }

    private static ApplicationFailure failure(FetchBroken broken) {
        var failure = ApplicationFailure.newBuilder()
                .setMessage(String.valueOf(broken.getMessage()))
                .setType(FETCH_FAILED);
        if (broken.retryAfter() != null) {
            failure.setNextRetryDelay(broken.retryAfter());
        }
        return failure.build();
    }
}
