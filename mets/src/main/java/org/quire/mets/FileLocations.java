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

    /** What one location says. */
    enum Meaning {
        URL,
        PATH,
        /** A path in a spelling that is not OCR-D's: it counts where no other location has one in OCR-D's. */
        GUESSED_PATH,
        /** Nothing, or nothing that an earlier location has not said. */
        NOTHING
    }

    Meaning add(@Nullable String locationType, @Nullable String otherLocationType, @Nullable String href) {
        if (href == null || href.isBlank()) {
            return Meaning.NOTHING;
        }
        String type = locationType == null ? "" : locationType;
        if (href.startsWith("file:")) {
            return guess(pathOf(href));
        }
        if (type.equals("OTHER") && "FILE".equals(otherLocationType)) {
            boolean first = localPath == null;
            localPath = first ? href : localPath;
            return first ? Meaning.PATH : Meaning.NOTHING;
        }
        if (!LOCATING.contains(type)) {
            return Meaning.NOTHING;
        }
        if (!SCHEME.matcher(href).matches()) {
            return guess(href);
        }
        boolean first = url == null;
        url = first ? href : url;
        return first ? Meaning.URL : Meaning.NOTHING;
    }

    @Nullable
    String url() {
        return url;
    }

    @Nullable
    String localPath() {
        return localPath == null ? guessedPath : localPath;
    }

    private Meaning guess(String path) {
        if (guessedPath != null) {
            return Meaning.NOTHING;
        }
        guessedPath = path;
        return Meaning.GUESSED_PATH;
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
