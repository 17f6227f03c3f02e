package org.quire.activities.fetch;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.quire.mets.MetsFile;

/**
 * Where a fetched file comes to lie: {@code <group>/<ID><extension>}, as OCR-D's own {@code Workspace.download_file} names it (ocrd
 * 3.13). A file whose METS has a path already, only no file there, goes to that path.
 */
final class LandingPlace {

    /** OCR-D's {@code MIME_TO_EXT}; other types get no extension, as there. */
    private static final Map<String, String> EXTENSIONS = Map.ofEntries(
            Map.entry("image/tiff", ".tif"),
            Map.entry("image/tif", ".tif"),
            Map.entry("image/png", ".png"),
            Map.entry("image/jpg", ".jpg"),
            Map.entry("image/jpeg", ".jpg"),
            Map.entry("application/vnd.prima.page+xml", ".xml"),
            Map.entry("application/alto+xml", ".xml"),
            Map.entry("image/jp2", ".jp2"),
            Map.entry("application/pdf", ".pdf"),
            Map.entry("application/postscript", ".ps"),
            Map.entry("application/oxps", ".xps"),
            Map.entry("application/x-hdf", ".h5"),
            Map.entry("application/x-hdf;subtype=bag", ".h5"),
            Map.entry("application/vnd.pytorch", ".pth"),
            Map.entry("image/x-portable-pixmap", ".ppm"),
            Map.entry("image/x-portable-anymap", ".pnm"),
            Map.entry("image/x-portable-bitmap", ".pbm"),
            Map.entry("text/plain", ".txt"),
            Map.entry("text/xsl", ".xsl"),
            Map.entry("text/xml", ".xml"),
            Map.entry("application/zip", ".zip"),
            Map.entry("application/x-xz", ".tar.xz"),
            Map.entry("application/gzip", ".tar.gz"));

    private LandingPlace() {}

    /**
     * Relative to the workspace, and inside it.
     *
     * @throws FetchRefused if group and ID can't be the names of a folder and a file
     */
    static Path of(MetsFile file) throws FetchRefused {
        try {
            if (file.localPath() != null && isInside(Path.of(file.localPath()))) {
                return Path.of(file.localPath()).normalize();
            }
            Path place = Path.of(file.fileGroup()).resolve(file.id() + EXTENSIONS.getOrDefault(file.mimetype(), ""));
            boolean plainName = !file.id().isBlank() && !file.id().contains("/");
            if (plainName && place.getNameCount() > 1 && isInside(place)) {
                return place;
            }
        } catch (InvalidPathException e) {
            throw refusal(file);
        }
        throw refusal(file);
    }

    /** Hidden names belong to Quire and to others; they also cover {@code ..}. */
    private static boolean isInside(Path path) {
        if (path.isAbsolute()) {
            return false;
        }
        for (Path name : path.normalize()) {
            if (name.toString().isEmpty() || name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    private static FetchRefused refusal(MetsFile file) {
        return new FetchRefused(
                "Expected a file group and an ID that can be the names of a folder and a file, but got '"
                        + file.fileGroup() + "' and '" + file.id() + "' in the METS.");
    }
}
