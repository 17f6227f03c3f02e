package org.quire.activities.fetch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.quire.activities.job.JobLog;
import org.quire.activities.process.Pulse;
import org.quire.activities.sandbox.InnerFolders;
import org.quire.activities.sandbox.ScratchFolder;
import org.quire.mets.Fixity;
import org.quire.mets.Mets;
import org.quire.mets.MetsFile;
import org.quire.workflows.fetch.FetchRequest;

/**
 * Brings the remote files of one request into the workspace. A file is loaded into a private folder and appears at its place at one
 * stroke; what lies there already is taken as it is, like OCR-D's own download does, and never written over.
 */
final class Arrivals {

    /** So many files in a row that don't come: the server is down, and the others need not be tried now. */
    private static final int MOST_FAILURES_IN_A_ROW = 3;

    private record Key(String group, String id) {

        static Key of(MetsFile file) {
            return new Key(file.fileGroup(), file.id());
        }
    }

    private final HttpDownload download;
    private final Path workspace;
    private final Mets mets;
    private final JobLog log;
    private final Map<String, Key> owners = new HashMap<>();

    Arrivals(HttpDownload download, Path metsFile, Mets mets, JobLog log) {
        this.download = download;
        this.workspace = Objects.requireNonNull(metsFile.getParent());
        this.mets = mets;
        this.log = log;
    }

    /** @return the entries of all files that are there now and that the METS doesn't know as local */
    List<MetsFile> fetch(FetchRequest request, int attempt, Pulse pulse)
            throws IOException, InterruptedException, FetchRefused, FetchBroken {
        List<MetsFile> here = new ArrayList<>();
        int failuresInARow = 0;
        FetchBroken failure = null;
        try (var scratch = ScratchFolder.create(workspace, request.jobId(), "fetch", attempt)) {
            for (MetsFile file : remoteFiles(request)) {
                pulse.beat();
                try {
                    here.add(fetch(file, scratch.directory(), pulse));
                    failuresInARow = 0;
                } catch (FetchBroken e) {
                    failure = e;
                    if (++failuresInARow == MOST_FAILURES_IN_A_ROW) {
                        break;
                    }
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return here;
    }

    private Iterable<MetsFile> remoteFiles(FetchRequest request) {
        Map<Key, MetsFile> remote = new LinkedHashMap<>();
        for (String page : request.pages()) {
            for (String group : request.groups()) {
                mets.files(group, page).stream()
                        .filter(file -> file.url() != null && !isHere(file))
                        .forEach(file -> remote.putIfAbsent(Key.of(file), file));
            }
        }
        return remote.values();
    }

    private boolean isHere(MetsFile file) {
        return file.localPath() != null && Files.exists(workspace.resolve(file.localPath()));
    }

    private MetsFile fetch(MetsFile file, Path scratch, Pulse pulse)
            throws IOException, InterruptedException, FetchRefused, FetchBroken {
        Path place = LandingPlace.of(file);
        Path target = workspace.resolve(place);
        requireOwn(file, place);
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            InnerFolders.make(workspace, Objects.requireNonNull(target.getParent()));
            Path part = scratch.resolve("part");
            Files.deleteIfExists(part);
            long size = download.download(Objects.requireNonNull(file.url()), part, pulse);
            requireAsDescribed(file, part);
            land(part, target);
            log.note("=== Fetched " + place + " (" + size + " bytes) from " + RemoteUrl.shown(file.url()));
        }
        if (!Files.isRegularFile(target) || !target.toRealPath().startsWith(workspace.toRealPath())) {
            throw new FetchRefused("Expected a place for the file of " + file.id() + " at " + place
                    + " in the workspace, but something else is there. Move it away.");
        }
        return new MetsFile(file.id(), file.fileGroup(), file.mimetype(), file.pageId(), file.url(), place.toString());
    }

    /** A server may send something else, or less, and call it a success. */
    private static void requireAsDescribed(MetsFile file, Path part) throws IOException, FetchBroken {
        Fixity said = file.fixity();
        if (said == null || said.equals(Fixity.UNKNOWN)) {
            return;
        }
        if (!said.fits(part)) {
            Fixity came = Fixity.of(part);
            throw new FetchBroken(
                    "Expected from %s the file that mets.xml describes (SHA-256 %s), but got another (%s, %d bytes)."
                            .formatted(
                                    RemoteUrl.shown(Objects.requireNonNull(file.url())),
                                    said.sha256(),
                                    came.sha256(),
                                    came.size()),
                    null);
        }
    }

    /** By a hard link, since a rename would replace what another job or program has put there meanwhile. */
    private static void land(Path part, Path target) throws IOException {
        try {
            Files.createLink(target, part);
        } catch (FileAlreadyExistsException e) {
            // Another job has fetched the same file at the same time; one of the two is enough.
            return;
        } catch (UnsupportedOperationException e) {
            moveUnlessThere(part, target);
        } catch (IOException e) {
            // File systems without hard links say so in words of their own.
            moveUnlessThere(part, target);
        }
    }

    private static void moveUnlessThere(Path part, Path target) throws IOException {
        try {
            Files.move(part, target);
        } catch (FileAlreadyExistsException e) {
            // As above.
            return;
        }
    }

    private void requireOwn(MetsFile file, Path place) throws FetchRefused {
        if (owners.isEmpty()) {
            mets.files().stream()
                    .filter(known -> known.localPath() != null)
                    .forEach(known -> owners.putIfAbsent(String.valueOf(known.localPath()), Key.of(known)));
        }
        Key owner = owners.putIfAbsent(place.toString(), Key.of(file));
        if (owner != null && !owner.equals(Key.of(file))) {
            throw new FetchRefused("Expected a place for the file of " + file.id() + " at " + place
                    + " in the workspace, but the METS says that it is the file of " + owner.id + " in " + owner.group
                    + ".");
        }
    }
}
