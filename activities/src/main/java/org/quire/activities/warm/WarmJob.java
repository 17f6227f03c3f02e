package org.quire.activities.warm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Deadline;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Parameters;

/**
 * One job for a warm processor.
 *
 * @param pageId null: all pages of the METS
 * @param log where the processor's output is appended
 * @param stopGrace time between SIGTERM and SIGKILL
 */
public record WarmJob(
        String id,
        Path mets,
        List<String> inputGroups,
        List<String> outputGroups,
        @Nullable String pageId,
        Parameters parameters,
        boolean overwrite,
        Path log,
        Deadline deadline,
        Duration stopGrace) {

    /** The message to the process. */
    ObjectNode message() {
        ObjectNode message = QuireData.mapper()
                .createObjectNode()
                .put("id", id)
                .put("mets", mets.toString())
                .put("input_file_grp", String.join(",", inputGroups))
                .put("output_file_grp", String.join(",", outputGroups))
                .put("overwrite", overwrite)
                .put("log_file", log.toString());
        if (pageId != null) {
            message.put("page_id", pageId);
        }
        message.set("parameter", parameters.json());
        return message;
    }
}
