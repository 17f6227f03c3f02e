package org.quire.activities.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.activities.sandbox.Sandbox;
import org.quire.workflows.job.JobRequest;

/** How a processor is called, as OCR-D's command line specification has it. */
final class CommandLine {

    /** Linux takes no single argument over 128 KB. */
    private static final int LONGEST_PAGE_ID = 100 * 1024;

    private CommandLine() {}

    static List<String> of(String executable, JobRequest request, Sandbox sandbox) {
        List<String> command = new ArrayList<>(List.of(
                executable,
                "-w",
                sandbox.directory().toString(),
                "-m",
                sandbox.mets().toString(),
                "-I",
                String.join(",", request.inputGroups()),
                "-O",
                String.join(",", request.outputGroups())));
        String pageId = pageId(request);
        if (pageId != null) {
            command.addAll(List.of("-g", pageId));
        }
        command.addAll(List.of("-p", request.parameters().toString()));
        if (request.overwrite()) {
            command.add("--overwrite");
        }
        return command;
    }

    /**
     * The pages as {@code -g} takes them. The METS of the sandbox has no others, so that leaving them out changes nothing
     * but what the processor notes about itself.
     *
     * @return null if they are all pages, or too many to be named
     */
    static @Nullable String pageId(JobRequest request) {
        if (request.wholeWorkspace()) {
            return null;
        }
        String pages = String.join(",", request.pages());
        return pages.getBytes(StandardCharsets.UTF_8).length > LONGEST_PAGE_ID ? null : pages;
    }

    /** The call in short, for the log. */
    static String summary(JobRequest request) {
        String pages = request.wholeWorkspace() ? "all pages" : String.join(",", request.pages());
        return request.processor() + " -I " + String.join(",", request.inputGroups()) + " -O "
                + String.join(",", request.outputGroups()) + " -g " + pages + " -p " + request.parameters()
                + (request.overwrite() ? " --overwrite" : "");
    }
}
