package org.quire.mets.session;

import org.jspecify.annotations.Nullable;

/**
 * Which files to find, as OCR-D's {@code find_files} has it: all criteria hold together, null and empty ones don't count. A value that
 * begins with {@code //} is a regular expression for the whole value; the local name is always literal.
 *
 * @param pageId a page expression; unlike the others, an empty one finds nothing
 */
public record FileQuery(
        @Nullable String fileGroup,
        @Nullable String fileId,
        @Nullable String pageId,
        @Nullable String mimetype,
        @Nullable String url,
        @Nullable String localPath) {}
