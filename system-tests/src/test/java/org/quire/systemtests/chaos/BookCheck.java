package org.quire.systemtests.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quire.mets.MetsFile;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.MetsDocument.Entry;
import org.quire.systemtests.harness.MetsSchema;
import org.quire.workflows.job.JobState;

/** Compares a workspace with what its runs have reported, by other code than Quire's own. */
final class BookCheck {

    private static final Set<String> NO_GROUPS = Set.of("mets.xml", ".mets.xml.lock", Order.INPUT);

    private final Book book;
    private final MetsSchema schema;
    private final List<String> faults = new ArrayList<>();

    BookCheck(Book book, MetsSchema schema) {
        this.book = book;
        this.schema = schema;
    }

    /**
     * What must hold at any moment.
     *
     * @param unsettled groups whose files may be newer than their entries, since a run is about to replace them
     */
    List<String> atAnyMoment(Set<String> unsettled) {
        MetsDocument mets = read();
        for (Entry entry : mets.files()) {
            if (!unsettled.contains(entry.group())) {
                requireContent(entry);
            }
        }
        return List.copyOf(faults);
    }

    /**
     * What must hold when all runs of the workspace are over.
     *
     * @param runs in the order in which they were begun
     * @param edits what somebody else has written into the METS
     */
    List<String> whenAllIsOver(List<RunHistory> runs, List<String> edits) {
        Map<String, MetsFile> reported = reported(runs);
        MetsDocument mets = read();
        List<Entry> entries = mets.files().stream()
                .filter(entry -> !entry.group().equals(Order.INPUT))
                .toList();
        for (Entry entry : entries) {
            MetsFile file = reported.get(key(entry.group(), entry.id()));
            if (file == null) {
                fault(entry.path() + " is in the METS, but no job that succeeded has reported it");
            } else {
                compare(entry, file);
            }
        }
        Set<String> keys =
                entries.stream().map(entry -> key(entry.group(), entry.id())).collect(Collectors.toSet());
        reported.forEach((key, file) -> {
            if (!keys.contains(key)) {
                fault(file.localPath() + " was reported by a job that succeeded, but is not in the METS");
            }
        });
        compareFiles(reported);
        String text = book.text();
        edits.stream()
                .filter(edit -> !text.contains(edit))
                .forEach(edit -> fault("what somebody else has written is gone: " + edit));
        return List.copyOf(faults);
    }

    private MetsDocument read() {
        MetsDocument mets = MetsDocument.read(book.mets());
        schema.faults(mets).forEach(this::fault);
        var seen = new TreeSet<String>();
        for (Entry entry : mets.files()) {
            if (!seen.add(entry.id())) {
                fault("the METS has more than one file " + entry.id());
            }
        }
        return mets;
    }

    private void compare(Entry entry, MetsFile file) {
        if (!entry.path().equals(file.localPath())) {
            fault(entry.id() + " is at " + entry.path() + " and was reported at " + file.localPath());
        }
        if (!entry.checksum().equals(Objects.requireNonNull(file.fixity()).sha256())) {
            fault(entry.path() + " has another checksum in the METS than was reported");
        }
        if (!entry.pages().equals(List.of(String.valueOf(file.pageId())))) {
            fault(entry.path() + " belongs to the pages " + entry.pages() + " and was reported for " + file.pageId());
        }
        requireContent(entry);
    }

    private void requireContent(Entry entry) {
        Path file = book.folder().resolve(entry.path());
        if (!Files.isRegularFile(file)) {
            fault(entry.path() + " is in the METS, but not on disk");
        } else if (!entry.group().equals(Order.INPUT) && !sha256(file).equals(entry.checksum())) {
            fault(entry.path() + " has another content than its checksum says");
        }
    }

    private void compareFiles(Map<String, MetsFile> reported) {
        Set<String> expected =
                reported.values().stream().map(MetsFile::localPath).collect(Collectors.toSet());
        for (String name : names(book.folder())) {
            if (NO_GROUPS.contains(name)) {
                continue;
            }
            if (!Files.isDirectory(book.folder().resolve(name)) || name.startsWith(".")) {
                fault(name + " was left over");
                continue;
            }
            for (String file : names(book.folder().resolve(name))) {
                if (!expected.contains(name + "/" + file)) {
                    fault(name + "/" + file + " is on disk, but no job that succeeded has reported it");
                }
            }
        }
    }

    /** The last report of each file. */
    private static Map<String, MetsFile> reported(List<RunHistory> runs) {
        var reported = new LinkedHashMap<String, MetsFile>();
        for (RunHistory run : runs) {
            run.jobs().forEach((id, job) -> {
                RunHistory.Reported success = job.success();
                boolean counts = run.status() != null
                        && run.status()
                                .jobState(id)
                                .filter(JobState.SUCCESS::equals)
                                .isPresent();
                if (counts && success != null) {
                    success.result()
                            .produced()
                            .files()
                            .forEach(file -> reported.put(key(file.fileGroup(), file.id()), file));
                }
            });
        }
        return reported;
    }

    private void fault(String words) {
        faults.add(book.folder().getFileName() + ": " + words + ".");
    }

    private static String key(String group, String id) {
        return group + "/" + id;
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
