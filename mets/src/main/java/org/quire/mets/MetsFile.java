package org.quire.mets;

import org.jspecify.annotations.Nullable;

/**
 * One {@code mets:file}, as an entry of its file group.
 *
 * @param id the {@code ID}, unique within its file group
 * @param fileGroup the {@code USE} of its {@code mets:fileGrp}
 * @param mimetype the {@code MIMETYPE}
 * @param pageId the {@code ID} of the physical page whose {@code fptr} names it; null: it belongs to no page
 * @param url the remote location; null: none
 * @param localPath the local location, relative to the folder of {@code mets.xml}; null: none
 * @param fixity its SHA-256 and size; null: not said, so that what the METS says of it holds on
 */
public record MetsFile(
        String id,
        String fileGroup,
        String mimetype,
        @Nullable String pageId,
        @Nullable String url,
        @Nullable String localPath,
        @Nullable Fixity fixity) {

    /** One whose checksum is not said. */
    public MetsFile(
            String id,
            String fileGroup,
            String mimetype,
            @Nullable String pageId,
            @Nullable String url,
            @Nullable String localPath) {
        this(id, fileGroup, mimetype, pageId, url, localPath, null);
    }

    /** The same entry for this content. */
    public MetsFile withFixity(@Nullable Fixity content) {
        return new MetsFile(id, fileGroup, mimetype, pageId, url, localPath, content);
    }
}
