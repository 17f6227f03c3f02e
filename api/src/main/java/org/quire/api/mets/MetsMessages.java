package org.quire.api.mets;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsFile;

/** The JSON of the METS server's protocol that needs no reading, as OCR-D's server writes it. */
final class MetsMessages {

    private MetsMessages() {}

    record Pages(@JsonProperty("physical_pages") List<String> physicalPages) {}

    record Groups(@JsonProperty("file_groups") List<String> fileGroups) {}

    record Files(List<Entry> files) {

        /** Here, unlike in the answer to an addition, a file without URL has an empty one. */
        static Files of(List<MetsFile> found) {
            return new Files(found.stream()
                    .map(file -> Entry.of(file, file.url() == null ? "" : file.url()))
                    .toList());
        }
    }

    record Entry(
            @JsonProperty("file_grp") String fileGroup,
            @JsonProperty("file_id") String fileId,
            String mimetype,
            @JsonProperty("page_id") @Nullable String pageId,
            @Nullable String url,
            @JsonProperty("local_filename") @Nullable String localFilename) {

        static Entry of(MetsFile file, @Nullable String url) {
            return new Entry(file.fileGroup(), file.id(), file.mimetype(), file.pageId(), url, file.localPath());
        }
    }
}
