package org.quire.workflows.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.quire.mets.MetsFile;
import org.quire.workflows.fetch.FetchRequest;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.fetch.FileFetch;

/** Does what a test says for each fetch; by default brings one file for each group and page. */
final class FakeFetch implements FileFetch {

    /** What one fetch does. */
    interface Rule {

        FetchResult fetch(FetchRequest request);
    }

    final List<FetchRequest> requests = new CopyOnWriteArrayList<>();
    volatile Rule rule = FakeFetch::succeed;

    @Override
    public FetchResult fetch(FetchRequest request) {
        requests.add(request);
        return rule.fetch(request);
    }

    static FetchResult succeed(FetchRequest request) {
        return FetchResult.success(request.groups().stream()
                .flatMap(group -> request.pages().stream().map(page -> file(group, page)))
                .toList());
    }

    static MetsFile file(String group, String page) {
        String id = group + "_" + page;
        return new MetsFile(id, group, "image/tiff", page, "http://images/" + id, group + "/" + id + ".tif");
    }

    List<String> jobs() {
        return requests.stream().map(request -> request.jobId().toString()).toList();
    }
}
