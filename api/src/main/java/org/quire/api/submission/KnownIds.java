package org.quire.api.submission;

import java.util.Collection;
import java.util.List;

/** Which ids are those of a job or a run of this server, ended ones included. */
public interface KnownIds {

    /** Those of the ids that name nothing, in the order given. */
    List<String> unknown(Collection<String> jobOrRunIds);
}
