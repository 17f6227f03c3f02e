package org.quire.mets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An immutable index of one {@code mets.xml} as it was when read: all look-ups are in memory. */
public final class Mets {

    private static final List<String> IDENTIFIER_PRIORITY = List.of("purl", "urn", "doi", "url");

    private final Path origin;
    private final Map<String, String> headerAttributes;
    private final List<String> descriptions;
    private final List<MetsAgent> agents;
    private final List<MetsAgent> creators;
    private final Map<String, List<MetsFile>> filesByGroup = new LinkedHashMap<>();
    private final Map<String, Integer> groupPositions = new HashMap<>();
    private final Map<String, List<MetsFile>> filesByPage = new HashMap<>();
    private final Map<String, List<String>> pagesOfFile = new HashMap<>();
    private final List<MetsFile> files;
    private final PageIndex pages;
    private final Optional<String> uniqueIdentifier;

    private Mets(Path origin, MetsContents contents) {
        this.origin = origin;
        headerAttributes = Collections.unmodifiableMap(contents.headerAttributes);
        descriptions = contents.descriptions;
        agents = List.copyOf(contents.agents);
        creators =
                agents.stream().filter(agent -> "CREATOR".equals(agent.role())).toList();
        pages = new PageIndex(contents.pages, new LogicalStructure(contents.logicalDivs, contents.links));
        files = indexFiles(contents);
        uniqueIdentifier = IDENTIFIER_PRIORITY.stream()
                .flatMap(type -> Stream.ofNullable(contents.identifiers.get(type)))
                .findFirst();
        filesByGroup.replaceAll((group, list) -> List.copyOf(list));
        filesByPage.replaceAll((page, list) -> List.copyOf(list));
        filesByGroup.keySet().forEach(group -> groupPositions.put(group, groupPositions.size()));
    }

    /**
     * Reads the file whole, once, with what is acknowledged and not yet merged into it ({@link MetsJournal}).
     *
     * @throws MetsException if it is not well-formed or no METS
     */
    public static Mets read(Path metsFile) throws IOException {
        // In this order: what is merged in between is seen twice, which changes nothing, and not missed.
        List<MetsAddition> pending = MetsJournal.of(metsFile.toRealPath()).toMerge();
        XmlText text = XmlText.decode(Files.readAllBytes(metsFile), metsFile);
        XmlText merged = pending.isEmpty() ? text : text.with(MergePlan.merged(text, pending, metsFile));
        return new Mets(metsFile, MetsReader.read(metsFile, merged));
    }

    /** Ids of the physical pages in document order. */
    public List<String> pageIds() {
        return pages.ids();
    }

    /** Names of the file groups in document order. */
    public List<String> fileGroups() {
        return List.copyOf(filesByGroup.keySet());
    }

    /** All files in document order. */
    public List<MetsFile> files() {
        return files;
    }

    /** The files of one group in document order; empty if there is no such group. */
    public List<MetsFile> files(String fileGroup) {
        return filesByGroup.getOrDefault(fileGroup, List.of());
    }

    /** The files of one group on one page; empty if there are none. */
    public List<MetsFile> files(String fileGroup, String pageId) {
        return pageFiles(pageId).stream()
                .filter(file -> file.fileGroup().equals(fileGroup))
                .toList();
    }

    public List<MetsAgent> agents() {
        return agents;
    }

    /** The agents as they are once these have been merged into the file. */
    public List<MetsAgent> agentsWith(List<MetsAgent> added) {
        return AgentUnion.united(agents, added);
    }

    /** The pages whose {@code fptr}s name a file, in document order; empty if there are none. */
    public List<String> pagesOf(String fileId) {
        return pagesOfFile.getOrDefault(fileId, List.of());
    }

    /** The {@code mods:identifier} (purl, urn, doi, url in this order of priority). */
    public Optional<String> uniqueIdentifier() {
        return uniqueIdentifier;
    }

    /**
     * Expands a {@code page_id} expression (ocrd's {@code OcrdMets.get_physical_pages}) against this file.
     *
     * @param expression blank or null stands for all pages
     * @return page ids in document order, without repeats, at least one
     * @throws PageExpressionException if malformed, or if a token matches no page
     */
    public List<String> expandPages(@Nullable String expression) {
        return pageSelector(List.of()).expand(expression);
    }

    /** Selects among the pages of this file and, behind them, others that have an id and nothing else. */
    public PageSelector pageSelector(Collection<String> further) {
        return new PageSelector(further.isEmpty() ? pages : pages.with(further), origin);
    }

    /** The files of all groups on one page, in document order, each with this page as its page. */
    List<MetsFile> pageFiles(String pageId) {
        return filesByPage.getOrDefault(pageId, List.of());
    }

    /** The agents of role {@code CREATOR}. */
    List<MetsAgent> creators() {
        return creators;
    }

    PageIndex pages() {
        return pages;
    }

    Path origin() {
        return origin;
    }

    Map<String, String> headerAttributes() {
        return headerAttributes;
    }

    List<String> descriptions() {
        return descriptions;
    }

    /** Place of a group among {@link #fileGroups()}; behind all of them if unknown. */
    int groupPosition(String fileGroup) {
        return groupPositions.getOrDefault(fileGroup, Integer.MAX_VALUE);
    }

    private List<MetsFile> indexFiles(MetsContents contents) {
        for (PhysicalPage page : contents.pages) {
            page.fileIds()
                    .forEach(id -> pagesOfFile
                            .computeIfAbsent(id, i -> new ArrayList<>(1))
                            .add(page.id()));
        }
        contents.fileGroups.forEach(group -> filesByGroup.put(group, new ArrayList<>()));
        List<MetsFile> all = new ArrayList<>(contents.files.size());
        for (MetsFile file : contents.files) {
            List<String> pagesOf = pagesOfFile.getOrDefault(file.id(), List.of());
            MetsFile placed = pagesOf.isEmpty() ? file : onPage(file, pagesOf.getFirst());
            all.add(placed);
            filesByGroup
                    .computeIfAbsent(file.fileGroup(), g -> new ArrayList<>())
                    .add(placed);
            for (String page : pagesOf) {
                filesByPage
                        .computeIfAbsent(page, p -> new ArrayList<>())
                        .add(page.equals(placed.pageId()) ? placed : onPage(file, page));
            }
        }
        return List.copyOf(all);
    }

    private static MetsFile onPage(MetsFile file, String page) {
        return new MetsFile(
                file.id(), file.fileGroup(), file.mimetype(), page, file.url(), file.localPath(), file.fixity());
    }
}
