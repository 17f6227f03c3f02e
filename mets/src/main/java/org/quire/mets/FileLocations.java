package org.quire.mets;

import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the {@code mets:FLocat}s of one file. OCR-D's own spelling ({@code URL}; {@code OTHER} with {@code FILE}) wins; other spellings
 * are read for what they can only mean.
 */
final class FileLocations {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);
    private static final Set<String> LOCATING = Set.of("URL", "PURL", "OTHER", "");

    private @Nullable String url;
    private @Nullable String localPath;
    private @Nullable String guessedPath;

    void add(@Nullable String locationType, @Nullable String otherLocationType, @Nullable String href) {
        if (href == null || href.isBlank()) {
            return;
        }
        String type = locationType == null ? "" : locationType;
        if (href.startsWith("file:")) {
            guess(pathOf(href));
        } else if (type.equals("OTHER") && "FILE".equals(otherLocationType)) {
            localPath = localPath == null ? href : localPath;
        } else if (LOCATING.contains(type)) {
            if (!SCHEME.matcher(href).matches()) {
                guess(href);
            } else if (url == null) {
                url = href;
            }
        }
    }

    @Nullable
    String url() {
        return url;
    }

    @Nullable
    String localPath() {
        return localPath == null ? guessedPath : localPath;
    }

    private void guess(String path) {
        guessedPath = guessedPath == null ? path : guessedPath;
    }

    private static String pathOf(String fileUri) {
        try {
            String path = URI.create(fileUri).getPath();
            if (path != null && !path.isEmpty()) {
                return path;
            }
        } catch (IllegalArgumentException e) {
            return fileUri.replaceFirst("^file:(//)?", "");
        }
        return fileUri.replaceFirst("^file:(//)?", "");
    }
}
