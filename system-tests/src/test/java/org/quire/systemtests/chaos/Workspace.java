package org.quire.systemtests.chaos;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.quire.systemtests.harness.Book;

/** A book and what is going on with it. Thread-safe. */
final class Workspace {

    private final Book book;
    private final Set<String> unsettled = ConcurrentHashMap.newKeySet();
    private final List<String> edits = new CopyOnWriteArrayList<>();

    Workspace(Book book) {
        this.book = book;
    }

    Book book() {
        return book;
    }

    /** Groups that a run replaces, or has replaced. */
    Set<String> unsettled() {
        return Set.copyOf(unsettled);
    }

    void unsettle(Collection<String> groups) {
        unsettled.addAll(groups);
    }

    /** What somebody else than Quire has written into the METS. */
    List<String> edits() {
        return List.copyOf(edits);
    }

    void edited(String words) {
        edits.add(words);
    }
}
