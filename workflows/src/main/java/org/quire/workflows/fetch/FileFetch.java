package org.quire.workflows.fetch;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Brings remote files of a workspace into its folder; hosted on {@code TaskQueues.FETCH}. */
@ActivityInterface
public interface FileFetch {

    /** The activity's name in Temporal. */
    String ACTIVITY = "FetchFiles";

    /**
     * Fetches every file of these groups and pages that {@code mets.xml} gives a URL and that is not on disk. Each appears in
     * the workspace whole or not at all; one that is there already is taken as it is. Heartbeats while it goes on.
     *
     * @throws RuntimeException for what may work next time (no answer, a 5xx status, a broken transfer): the retry policy
     *     decides, and the next attempt goes on with the files that are missing
     */
    @ActivityMethod(name = ACTIVITY)
    FetchResult fetch(FetchRequest request);
}
