package org.quire.mets.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsFile;

/**
 * A METS in memory that takes additions, as a merge would leave it. Finding costs what the narrowest criterion leaves, never the
 * square of a group.
 */
final class SessionIndex {

    /** A file's place in document order; the file itself may be replaced in it. */
    private static final class Entry {

        private final int group;
        private final long place;
        private MetsFile said;

        Entry(int group, long place, MetsFile said) {
            this.group = group;
            this.place = place;
            this.said = said;
        }
    }

    private static final Comparator<Entry> DOCUMENT_ORDER =
            Comparator.<Entry>comparingInt(entry -> entry.group).thenComparingLong(entry -> entry.place);

    private final Mets base;
    private final PagePlaces pages;
    private final Map<String, List<Entry>> groups = new LinkedHashMap<>();
    private final Map<String, Integer> groupNumbers = new HashMap<>();
    private final Map<String, List<Entry>> byId = new HashMap<>();
    private final Map<String, List<Entry>> byLocalPath = new HashMap<>();
    private final List<MetsAgent> addedAgents = new ArrayList<>();
    private @Nullable List<MetsAgent> agents;
    private long places;

    SessionIndex(Mets base) {
        this.base = base;
        pages = new PagePlaces(base);
        base.fileGroups().forEach(this::group);
        base.files().forEach(this::enter);
    }

    /** Takes in an addition; the same again changes nothing. */
    void apply(MetsAddition addition) {
        addition.files().forEach(this::put);
        addedAgents.addAll(addition.agents());
        agents = addition.agents().isEmpty() ? agents : null;
    }

    Optional<String> uniqueIdentifier() {
        return base.uniqueIdentifier();
    }

    List<String> pageIds() {
        return pages.selector().ids();
    }

    boolean isPage(String pageId) {
        return pages.isPage(pageId);
    }

    List<String> fileGroups() {
        return List.copyOf(groups.keySet());
    }

    List<MetsAgent> agents() {
        List<MetsAgent> current = agents;
        if (current == null) {
            current = base.agentsWith(addedAgents);
            agents = current;
        }
        return current;
    }

    /** The first file of this id in the group; null: there is none. */
    @Nullable
    MetsFile file(String group, String id) {
        for (Entry entry : byId.getOrDefault(id, List.of())) {
            if (entry.said.fileGroup().equals(group)) {
                return placed(entry);
            }
        }
        return null;
    }

    /** Matching files in document order, each with the first of its pages. */
    List<MetsFile> find(FileQuery query) {
        Predicate<Entry> matches = criteria(query);
        Set<String> onPages = null;
        if (query.pageId() != null) {
            onPages = fileIdsOn(query.pageId());
            matches = on(onPages).and(matches);
        }
        List<Entry> found = new ArrayList<>();
        for (Entry candidate : candidates(query, onPages)) {
            if (matches.test(candidate)) {
                found.add(candidate);
            }
        }
        found.sort(DOCUMENT_ORDER);
        return found.stream().map(this::placed).toList();
    }

    private static Predicate<Entry> on(Set<String> fileIds) {
        return entry -> fileIds.contains(entry.said.id());
    }

    private static Predicate<Entry> criteria(FileQuery query) {
        Predicate<@Nullable String> group = ValueMatch.of(query.fileGroup());
        Predicate<@Nullable String> id = ValueMatch.of(query.fileId());
        Predicate<@Nullable String> mimetype = ValueMatch.of(query.mimetype());
        Predicate<@Nullable String> url = ValueMatch.of(query.url());
        boolean anyPath = !ValueMatch.counts(query.localPath());
        return entry -> group.test(entry.said.fileGroup())
                && id.test(entry.said.id())
                && mimetype.test(entry.said.mimetype())
                && url.test(entry.said.url())
                && (anyPath || String.valueOf(query.localPath()).equals(entry.said.localPath()));
    }

    private Set<String> fileIdsOn(String pageExpression) {
        Set<String> ids = new HashSet<>();
        if (!pageExpression.isEmpty()) {
            // Blank as an expression stands for all pages, but what OCR-D's server gets here is looked up as it is.
            String expression = pageExpression.isBlank() ? "physical:id:" + pageExpression : pageExpression;
            pages.selector().expand(expression).forEach(page -> ids.addAll(pages.filesOn(page)));
        }
        return ids;
    }

    private Collection<Entry> candidates(FileQuery query, @Nullable Set<String> onPages) {
        if (ValueMatch.isLiteral(query.fileId())) {
            return byId.getOrDefault(String.valueOf(query.fileId()), List.of());
        }
        if (ValueMatch.counts(query.localPath())) {
            return byLocalPath.getOrDefault(String.valueOf(query.localPath()), List.of());
        }
        List<Entry> ofGroup = ValueMatch.isLiteral(query.fileGroup())
                ? groups.getOrDefault(String.valueOf(query.fileGroup()), List.of())
                : null;
        if (onPages != null && (ofGroup == null || onPages.size() < ofGroup.size())) {
            return onPages.stream()
                    .flatMap(id -> byId.getOrDefault(id, List.of()).stream())
                    .toList();
        }
        return ofGroup == null ? groups.values().stream().flatMap(List::stream).toList() : ofGroup;
    }

    private MetsFile placed(Entry entry) {
        MetsFile said = entry.said;
        return new MetsFile(
                said.id(),
                said.fileGroup(),
                said.mimetype(),
                pages.pageOf(said.id()),
                said.url(),
                said.localPath(),
                said.fixity());
    }

    private List<Entry> group(String name) {
        groupNumbers.putIfAbsent(name, groupNumbers.size());
        return groups.computeIfAbsent(name, n -> new ArrayList<>());
    }

    private void put(MetsFile file) {
        Entry known = byId.getOrDefault(file.id(), List.of()).stream()
                .filter(entry -> entry.said.fileGroup().equals(file.fileGroup()))
                .findFirst()
                .orElse(null);
        if (known == null) {
            enter(file);
        } else {
            replace(known, file);
        }
        if (file.pageId() != null) {
            pages.place(file.id(), file.pageId());
        }
    }

    private void enter(MetsFile file) {
        List<Entry> group = group(file.fileGroup());
        Entry entry = new Entry(groupNumbers.getOrDefault(file.fileGroup(), 0), places++, file);
        group.add(entry);
        byId.computeIfAbsent(file.id(), id -> new ArrayList<>(1)).add(entry);
        enterPath(entry);
        pages.enter(file.id());
    }

    private void replace(Entry entry, MetsFile file) {
        if (entry.said.localPath() != null) {
            byLocalPath.getOrDefault(entry.said.localPath(), List.of()).remove(entry);
        }
        // The checksum of the content that it had is gone, as after a merge.
        entry.said = file;
        enterPath(entry);
    }

    private void enterPath(Entry entry) {
        if (entry.said.localPath() != null) {
            byLocalPath
                    .computeIfAbsent(entry.said.localPath(), path -> new ArrayList<>(1))
                    .add(entry);
        }
    }
}
