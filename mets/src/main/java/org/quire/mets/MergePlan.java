package org.quire.mets;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns additions into edits of one METS. Its cost is that of the file plus that of the additions. */
final class MergePlan {

    private static final Set<String> BEFORE_FILES = Set.of("metsHdr", "dmdSec", "amdSec");
    private static final Set<String> BEFORE_MAPS = Set.of("metsHdr", "dmdSec", "amdSec", "fileSec", "structMap");

    private final XmlBytes text;
    private final MetsLayout layout;
    private final Edits edits;
    private final MetsXml style;
    private final String sectionIndent;

    /** New children of a root that is an empty element. */
    private final StringBuilder rootChildren = new StringBuilder();

    /** @param charset of the file: what it lacks is written as references */
    private MergePlan(XmlBytes text, Charset charset, Path file, MetsLayout.Wanted asked) {
        this.text = text;
        layout = LayoutScanner.scan(text, file, asked);
        edits = new Edits(text);
        String rootIndent = layout.root.childIndent;
        sectionIndent = rootIndent == null ? "  " : rootIndent;
        style = new MetsXml(
                layout.prefix,
                layout.xlinkPrefix,
                newline(text),
                sectionIndent.isBlank() && !sectionIndent.isEmpty() ? sectionIndent : "  ",
                charset);
    }

    private static String newline(XmlBytes text) {
        long first = text.find('\n', text.start());
        return first > text.start() && text.at(first - 1) == '\r' ? "\r\n" : "\n";
    }

    /**
     * The text with the additions merged in; equal to the source's if it has them already.
     *
     * @throws MetsException if the source is no METS
     */
    static String merged(XmlText source, List<MetsAddition> additions, Path file) {
        return edits(source.bytes(file), source.charset(), additions, file).text();
    }

    /**
     * What is to be changed in a text, so that it has the additions.
     *
     * @param charset of the file that the text comes from or goes to
     * @throws MetsException if the text is no METS
     */
    static Edits edits(XmlBytes text, Charset charset, List<MetsAddition> additions, Path file) {
        Map<MetsLayout.FileKey, MetsFile> files = new LinkedHashMap<>();
        Map<String, String> pageOfFile = new LinkedHashMap<>();
        for (MetsAddition addition : additions) {
            for (MetsFile added : addition.files()) {
                files.put(new MetsLayout.FileKey(added.fileGroup(), added.id()), added);
                if (added.pageId() != null) {
                    pageOfFile.put(added.id(), added.pageId());
                }
            }
        }
        var asked = new MetsLayout.Wanted(files.keySet(), pageOfFile.keySet(), new HashSet<>(pageOfFile.values()));
        MergePlan plan = new MergePlan(text, charset, file, asked);
        plan.mergeAgents(additions);
        plan.mergeFiles(files);
        plan.addPointers(pageOfFile);
        if (!plan.rootChildren.isEmpty()) {
            plan.edits.append(plan.layout.root, plan.rootChildren.toString(), plan.style.newline());
        }
        return plan.edits;
    }

    private void mergeAgents(List<MetsAddition> additions) {
        AgentUnion union = new AgentUnion(layout.agents);
        additions.forEach(addition -> addition.agents().forEach(union::add));
        union.widened().forEach((note, pages) -> edits.setContent(note, style.escapedText(pages)));
        List<MetsAgent> agents = union.added();
        if (agents.isEmpty()) {
            return;
        }
        ElementSpot header = layout.header;
        String indent = header == null ? sectionIndent + style.unit() : childIndent(header);
        MetsXml children = style.fresh();
        agents.forEach(agent -> children.agent(indent, agent));
        if (header == null) {
            MetsXml section = style.fresh().open(sectionIndent, "metsHdr").raw(children.toString());
            addSection(Set.of(), section.close(sectionIndent, "metsHdr"));
        } else if (layout.lastAgent != null) {
            edits.insert(layout.lastAgent.end, children.toString());
        } else if (header.empty) {
            edits.append(header, children.toString(), closing(header));
        } else {
            boolean hasLine = text.hasLineEnd(header.openEnd, header.closeStart);
            edits.insert(header.openEnd, children + (hasLine ? "" : closing(header)));
        }
    }

    private void mergeFiles(Map<MetsLayout.FileKey, MetsFile> files) {
        Map<String, List<MetsFile>> newFiles = new LinkedHashMap<>();
        files.forEach((key, file) -> {
            MetsLayout.FileSpot known = layout.files.get(key);
            if (known == null) {
                newFiles.computeIfAbsent(file.fileGroup(), group -> new ArrayList<>())
                        .add(file);
            } else {
                ElementSpot spot = known.spot();
                new FileEdit(text, edits, style, known, childIndent(spot), closing(spot)).change(file);
            }
        });
        addFiles(newFiles);
    }

    private void addFiles(Map<String, List<MetsFile>> newFiles) {
        ElementSpot section = layout.fileSection;
        String groupIndent = section == null ? sectionIndent + style.unit() : childIndent(section);
        MetsXml groups = style.fresh();
        newFiles.forEach((group, files) -> {
            ElementSpot spot = layout.groups.get(group);
            if (spot == null) {
                groups.group(groupIndent, group, files);
            } else {
                MetsXml children = style.fresh();
                files.forEach(file -> children.file(childIndent(spot), file));
                edits.append(spot, children.toString(), closing(spot));
            }
        });
        String added = groups.toString();
        if (added.isEmpty()) {
            return;
        }
        if (section == null) {
            MetsXml created = style.fresh().open(sectionIndent, "fileSec").raw(added);
            addSection(BEFORE_FILES, created.close(sectionIndent, "fileSec"));
        } else {
            edits.append(section, added, closing(section));
        }
    }

    private void addPointers(Map<String, String> pageOfFile) {
        Map<String, List<String>> newPointers = new LinkedHashMap<>();
        pageOfFile.forEach((file, page) -> {
            List<MetsLayout.PointerSpot> known = layout.pointers.getOrDefault(file, List.of());
            if (known.stream().noneMatch(pointer -> pointer.pageId().equals(page))) {
                known.forEach(pointer -> edits.delete(pointer.spot()));
                newPointers.computeIfAbsent(page, p -> new ArrayList<>()).add(file);
            }
        });
        ElementSpot sequence = layout.pageSequence;
        ElementSpot map = layout.physicalMap;
        String sequenceIndent = map == null ? sectionIndent + style.unit() : childIndent(map);
        String pageIndent = sequence == null ? sequenceIndent + style.unit() : childIndent(sequence);
        MetsXml newPages = style.fresh();
        newPointers.forEach((page, files) -> {
            ElementSpot spot = layout.pages.get(page);
            if (spot == null) {
                newPages.open(pageIndent, "div", "TYPE", "page", "ID", page);
                files.forEach(file -> newPages.pointer(pageIndent + style.unit(), file));
                newPages.close(pageIndent, "div");
            } else {
                MetsXml children = style.fresh();
                files.forEach(file -> children.pointer(childIndent(spot), file));
                edits.append(spot, children.toString(), closing(spot));
            }
        });
        addPages(newPages.toString(), sequenceIndent);
    }

    private void addPages(String pages, String sequenceIndent) {
        ElementSpot sequence = layout.pageSequence;
        ElementSpot map = layout.physicalMap;
        if (pages.isEmpty()) {
            return;
        }
        if (sequence != null) {
            edits.append(sequence, pages, closing(sequence));
            return;
        }
        MetsXml created = style.fresh();
        created.open(sequenceIndent, "div", "TYPE", "physSequence").raw(pages).close(sequenceIndent, "div");
        if (map != null) {
            edits.append(map, created.toString(), closing(map));
        } else {
            MetsXml section = style.fresh().open(sectionIndent, "structMap", "TYPE", "PHYSICAL");
            addSection(BEFORE_MAPS, section.raw(created.toString()).close(sectionIndent, "structMap"));
        }
    }

    /** Puts a new child of the root behind the last of those that the METS schema wants before it. */
    private void addSection(Set<String> before, MetsXml section) {
        if (layout.root.empty) {
            rootChildren.append(section);
            return;
        }
        ElementSpot predecessor = null;
        for (MetsLayout.Section known : layout.sections) {
            predecessor = before.contains(known.name()) ? known.spot() : predecessor;
        }
        edits.insert(predecessor == null ? layout.root.openEnd : predecessor.end, section.toString());
    }

    private String indent(ElementSpot spot) {
        @Nullable String indent = ElementSpot.indentAt(text, spot.start);
        return indent == null ? "" : indent;
    }

    private String childIndent(ElementSpot spot) {
        return spot.childIndent == null ? indent(spot) + style.unit() : spot.childIndent;
    }

    private String closing(ElementSpot spot) {
        return style.newline() + indent(spot);
    }
}
