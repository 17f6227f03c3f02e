package org.quire.mets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A small METS with only some pages of a larger one: what a job sees as its {@code mets.xml}. */
public final class PageView {

    private static final String UNIT = "  ";

    private record Key(String group, String id) {

        static Key of(MetsFile file) {
            return new Key(file.fileGroup(), file.id());
        }
    }

    private PageView() {}

    /**
     * Writes the view: header and descriptive metadata as in the source, the pages asked for, their files of all groups,
     * and {@code earlier} on top (a file of the same group and id is replaced). Of the agents only those of role
     * {@code CREATOR} are taken along: the view must cost what its pages cost, however many processors the book has seen.
     *
     * @param pageIds pages of the source; written in the source's order
     * @param earlier files that earlier steps of the run made and that the source may not have yet; those of other pages are
     *     left out
     * @throws MetsException if the source has no such page
     */
    public static void write(Mets source, Collection<String> pageIds, List<MetsFile> earlier, Path target)
            throws IOException {
        List<PhysicalPage> pages = pages(source, pageIds);
        Set<String> asked = new HashSet<>(pageIds);
        Map<Key, MetsFile> files = new LinkedHashMap<>();
        for (PhysicalPage page : pages) {
            source.pageFiles(page.id()).forEach(file -> files.putIfAbsent(Key.of(file), file));
        }
        earlier.stream()
                .filter(file -> file.pageId() == null || asked.contains(file.pageId()))
                .forEach(file -> files.put(Key.of(file), file));
        Files.writeString(target, text(source, pages, files.values()), StandardCharsets.UTF_8);
    }

    /**
     * What a processor added to a view: files that are new or changed in the given groups, and new agents.
     *
     * @param before the index of the view as it was written
     * @param after the index of the view as the processor left it
     */
    public static MetsAddition difference(Mets before, Mets after, Collection<String> outputGroups) {
        List<MetsFile> files = new ArrayList<>();
        for (String group : new LinkedHashSet<>(outputGroups)) {
            Set<MetsFile> known = new HashSet<>(before.files(group));
            after.files(group).stream().filter(file -> !known.contains(file)).forEach(files::add);
        }
        Set<MetsAgent> known = new HashSet<>(before.agents());
        List<MetsAgent> agents =
                after.agents().stream().filter(agent -> !known.contains(agent)).toList();
        return new MetsAddition(files, agents);
    }

    private static List<PhysicalPage> pages(Mets source, Collection<String> pageIds) {
        List<Integer> positions = new ArrayList<>();
        for (String id : new LinkedHashSet<>(pageIds)) {
            Integer position = source.pages().first(PhysicalPage.Attribute.ID, id);
            if (position == null) {
                throw new MetsException("Expected the page '" + id + "' in " + source.origin()
                        + ", but it has none of this id. Has the file been changed since the run was submitted?");
            }
            positions.add(position);
        }
        return positions.stream().sorted().map(source.pages()::page).toList();
    }

    private static String text(Mets source, List<PhysicalPage> pages, Collection<MetsFile> files) {
        MetsXml xml = new MetsXml("mets:", "xlink", "\n", UNIT, StandardCharsets.UTF_8);
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        xml.open("", "mets", "xmlns:mets", Namespaces.METS, "xmlns:xlink", Namespaces.XLINK);
        writeHeader(xml, source);
        source.descriptions().forEach(section -> xml.raw("\n" + UNIT + section));
        writeFiles(xml, source, files);
        writePages(xml, pages, files);
        return xml.close("", "mets").raw("\n").toString();
    }

    /** {@code ADMID} is left out: the view has no administrative metadata to refer to. */
    private static void writeHeader(MetsXml xml, Mets source) {
        String[] attributes = source.headerAttributes().entrySet().stream()
                .filter(attribute -> !attribute.getKey().equals("ADMID"))
                .flatMap(attribute -> List.of(attribute.getKey(), attribute.getValue()).stream())
                .toArray(String[]::new);
        xml.open(UNIT, "metsHdr", attributes);
        source.creators().forEach(agent -> xml.agent(UNIT + UNIT, agent));
        xml.close(UNIT, "metsHdr");
    }

    private static void writeFiles(MetsXml xml, Mets source, Collection<MetsFile> files) {
        Map<String, List<MetsFile>> groups = new LinkedHashMap<>();
        for (MetsFile file : files) {
            groups.computeIfAbsent(file.fileGroup(), group -> new ArrayList<>()).add(file);
        }
        xml.open(UNIT, "fileSec");
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt(group -> source.groupPosition(group.getKey())))
                .forEach(group -> xml.group(UNIT + UNIT, group.getKey(), group.getValue()));
        xml.close(UNIT, "fileSec");
    }

    private static void writePages(MetsXml xml, List<PhysicalPage> pages, Collection<MetsFile> files) {
        Map<String, Set<String>> filesOfPage = new LinkedHashMap<>();
        for (MetsFile file : files) {
            String page = Objects.requireNonNullElse(file.pageId(), "");
            filesOfPage.computeIfAbsent(page, p -> new LinkedHashSet<>()).add(file.id());
        }
        xml.open(UNIT, "structMap", "TYPE", "PHYSICAL");
        xml.open(UNIT.repeat(2), "div", "TYPE", "physSequence");
        for (PhysicalPage page : pages) {
            xml.open(UNIT.repeat(3), "div", page.elementAttributes());
            filesOfPage.getOrDefault(page.id(), Set.of()).forEach(id -> xml.pointer(UNIT.repeat(4), id));
            xml.close(UNIT.repeat(3), "div");
        }
        xml.close(UNIT.repeat(2), "div");
        xml.close(UNIT, "structMap");
    }
}
