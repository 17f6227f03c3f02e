package org.quire.workflows.fetch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;

/**
 * What came of fetching. That a file can never be had is a result, not an exception.
 *
 * @param files METS entries of the fetched files, with their URL and their new local path; none if it failed
 * @param failure why a file can never be had, one sentence with its address and the status; null: all are there
 */
public record FetchResult(List<MetsFile> files, @Nullable String failure) {

    public FetchResult {
        files = List.copyOf(files);
    }

    public static FetchResult success(List<MetsFile> files) {
        return new FetchResult(files, null);
    }

    public static FetchResult failure(String failure) {
        return new FetchResult(List.of(), failure);
    }
}
