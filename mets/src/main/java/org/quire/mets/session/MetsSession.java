package org.quire.mets.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quire.mets.FileStamp;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsException;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsJournal;
import org.quire.mets.MetsLock;
import org.quire.mets.MetsMerge;

/**
 * The METS of one workspace, open to be searched and added to by many at once, in this process and others.
 *
 * <p>The truth is the file and its journal: each operation takes the METS's lock and first takes in what others have done to either. An
 * addition is on disk when {@code add} returns; {@link #save} only moves it from the journal into the file. Thread-safe.
 */
public final class MetsSession implements AutoCloseable {

    private final Path mets;
    private final Path folder;
    private final MetsJournal journal;
    private final DelayedSave delayedSave;
    private @Nullable SessionIndex index;
    private @Nullable FileStamp indexed;
    private MetsJournal.Position seen = MetsJournal.Position.START;

    private MetsSession(Path mets, SavePolicy policy, ScheduledExecutorService timer) {
        this.mets = mets;
        folder = Objects.requireNonNull(mets.getParent());
        journal = MetsJournal.of(mets);
        delayedSave = new DelayedSave(policy, timer, this::save);
    }

    /**
     * Opens a METS, and saves what another session that was killed has left in its journal.
     *
     * @param timer runs delayed saves
     * @throws MetsException if the file is no METS
     */
    public static MetsSession open(Path metsFile, SavePolicy policy, ScheduledExecutorService timer)
            throws IOException {
        var session = new MetsSession(metsFile.toRealPath(), policy, timer);
        session.save();
        session.read(SessionIndex::fileGroups);
        return session;
    }

    /** The folder of the METS, by its real path. */
    public Path folder() {
        return folder;
    }

    /** The {@code mods:identifier}, if there is one. */
    public Optional<String> uniqueIdentifier() throws IOException {
        return read(SessionIndex::uniqueIdentifier);
    }

    /** In document order. */
    public List<String> pageIds() throws IOException {
        return read(SessionIndex::pageIds);
    }

    /** In document order. */
    public List<String> fileGroups() throws IOException {
        return read(SessionIndex::fileGroups);
    }

    /** As a save leaves them: those that differ in their pages only are one. */
    public List<MetsAgent> agents() throws IOException {
        return read(SessionIndex::agents);
    }

    /**
     * Matching files in document order.
     *
     * @throws org.quire.mets.PageExpressionException if the page expression is malformed or matches nothing
     * @throws org.quire.mets.PythonRegex.Invalid if another criterion is no regular expression
     */
    public List<MetsFile> find(FileQuery query) throws IOException {
        return read(current -> current.find(query));
    }

    /**
     * Adds a file's entry and makes its folder; on disk when it returns. The file itself is the caller's to write.
     *
     * @param force whether an entry of the same id, group, page and media type may be replaced
     */
    public AddOutcome add(MetsFile said, boolean force) throws IOException {
        MetsFile file = AdditionRules.meant(said);
        AddOutcome outcome;
        MetsJournal.Appended appended;
        try (MetsLock lock = MetsLock.acquire(mets)) {
            SessionIndex current = refresh();
            outcome = AdditionRules.judge(current, file, force);
            if (!(outcome instanceof AddOutcome.Added)) {
                return outcome;
            }
            makeFolder(file.localPath());
            appended = append(current, new MetsAddition(List.of(file), List.of()));
        }
        force(appended);
        return outcome;
    }

    /**
     * Adds an agent; on disk when it returns.
     *
     * @return what is wrong with it; empty: it was added
     */
    public Optional<String> add(MetsAgent agent) throws IOException {
        Optional<String> fault = AdditionRules.fault(agent);
        if (fault.isPresent()) {
            return fault;
        }
        MetsJournal.Appended appended;
        try (MetsLock lock = MetsLock.acquire(mets)) {
            appended = append(refresh(), new MetsAddition(List.of(), List.of(agent)));
        }
        force(appended);
        return Optional.empty();
    }

    /**
     * Merges the journal into the file, whoever wrote it. Those that save at the same time share one merge.
     *
     * @throws MetsException if the file can't be merged into; the journal stays
     */
    public void save() throws IOException {
        if (!journal.exists()) {
            return;
        }
        try (MetsLock lock = MetsLock.acquire(mets)) {
            if (!journal.exists()) {
                return;
            }
            boolean isCurrent = takeInJournal();
            MetsMerge.Merged merged = MetsMerge.mergeJournal(lock);
            seen = MetsJournal.Position.START;
            if (isCurrent && merged.source().equals(indexed)) {
                indexed = merged.result();
            } else {
                index = null;
            }
        }
    }

    /** Saves for the last time. Additions after it are as durable, but wait for somebody else to save them. */
    @Override
    public void close() throws IOException {
        delayedSave.end();
        save();
    }

    private <T> T read(Function<SessionIndex, T> question) throws IOException {
        try (MetsLock lock = MetsLock.acquire(mets)) {
            return question.apply(refresh());
        }
    }

    private SessionIndex refresh() throws IOException {
        SessionIndex current = index;
        if (current != null && takeInJournal()) {
            return current;
        }
        index = null;
        FileStamp stamp = FileStamp.of(mets);
        current = new SessionIndex(Mets.read(mets));
        seen = MetsJournal.Position.START;
        index = current;
        indexed = stamp;
        takeInJournal();
        return current;
    }

    /** @return whether the index is now as the file and the journal are */
    private boolean takeInJournal() throws IOException {
        SessionIndex current = index;
        if (current == null || !FileStamp.of(mets).equals(indexed)) {
            return false;
        }
        MetsJournal.Tail tail = journal.readAfter(seen);
        tail.additions().forEach(current::apply);
        seen = tail.end();
        return true;
    }

    private MetsJournal.Appended append(SessionIndex current, MetsAddition addition) throws IOException {
        MetsJournal.Appended appended = journal.append(seen, addition);
        current.apply(addition);
        seen = appended.end();
        return appended;
    }

    /** Without the lock, so that the disk serves many at once. */
    private void force(MetsJournal.Appended appended) throws IOException {
        try (appended) {
            appended.force();
        }
        delayedSave.added();
    }

    /** Not through a symlink that leaves the workspace: what lies behind it is not this server's to change. */
    private void makeFolder(@Nullable String localPath) throws IOException {
        Path parent =
                localPath == null ? null : folder.resolve(localPath).normalize().getParent();
        Path existing = parent;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (parent != null && existing != null && existing.toRealPath().startsWith(folder)) {
            Files.createDirectories(parent);
        }
    }
}
