package org.quire.mets.session;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.mets.Mets;
import org.quire.mets.PageSelector;

/** Which file is on which page, as a merge of the additions would leave it: an id has one place, whatever its group. */
final class PagePlaces {

    private final Mets base;
    private final Set<String> known;
    private final Map<String, Set<String>> fileIds = new HashMap<>();
    private final Map<String, List<String>> moved = new HashMap<>();
    private final Set<String> appended = new LinkedHashSet<>();
    private @Nullable PageSelector selector;

    PagePlaces(Mets base) {
        this.base = base;
        known = new HashSet<>(base.pageIds());
    }

    /** A file that there is: what the METS says of its page holds from now on. */
    void enter(String fileId) {
        pagesOf(fileId).forEach(page -> idsOn(page).add(fileId));
    }

    /** Puts a file on a page, away from all others unless it is there already. */
    void place(String fileId, String page) {
        List<String> before = pagesOf(fileId);
        if (before.contains(page)) {
            return;
        }
        for (String left : before) {
            idsOn(left).remove(fileId);
            if (idsOn(left).isEmpty() && appended.remove(left)) {
                selector = null;
            }
        }
        moved.put(fileId, List.of(page));
        idsOn(page).add(fileId);
        if (!known.contains(page) && appended.add(page)) {
            selector = null;
        }
    }

    boolean isPage(String page) {
        return known.contains(page) || appended.contains(page);
    }

    List<String> pagesOf(String fileId) {
        List<String> own = moved.get(fileId);
        return own == null ? base.pagesOf(fileId) : own;
    }

    /** The page that a file's entry names; null: none. */
    @Nullable
    String pageOf(String fileId) {
        List<String> pages = pagesOf(fileId);
        return pages.isEmpty() ? null : pages.getFirst();
    }

    Collection<String> filesOn(String page) {
        return fileIds.getOrDefault(page, Set.of());
    }

    PageSelector selector() {
        PageSelector current = selector;
        if (current == null) {
            current = base.pageSelector(appended);
            selector = current;
        }
        return current;
    }

    private Set<String> idsOn(String page) {
        return fileIds.computeIfAbsent(page, p -> new LinkedHashSet<>());
    }
}
