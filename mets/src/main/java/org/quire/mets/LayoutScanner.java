package org.quire.mets;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the layout of a METS in one pass over its text. */
final class LayoutScanner {

    private record Frame(Role role, ElementSpot spot) {}

    private final XmlBytes text;
    private final Path file;
    private final MetsLayout.Wanted asked;
    private final XmlScanner scanner;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<String> groupNames = new ArrayDeque<>();
    private @Nullable MetsLayout layout;
    private @Nullable AgentBuilder agent;
    private @Nullable ElementSpot pageNote;
    private String fileId = "";
    private String mimetype = "";
    private FileLocations locations = new FileLocations();
    private List<MetsLayout.LocationSpot> locationSpots = List.of();
    private XmlScanner.@Nullable Range mimetypeRange;
    private MetsLayout.FixitySpot fixityRanges = new MetsLayout.FixitySpot(null, null, null);
    private @Nullable Fixity fixity;
    private boolean wanted;
    private String pageId = "";

    private LayoutScanner(XmlBytes text, Path file, MetsLayout.Wanted asked) {
        this.text = text;
        this.file = file;
        this.asked = asked;
        this.scanner = new XmlScanner(text, file);
    }

    /**
     * @param asked what is to be found besides the sections
     * @throws MetsException if the text is no METS or its tags don't match
     */
    static MetsLayout scan(XmlBytes text, Path file, MetsLayout.Wanted asked) {
        return new LayoutScanner(text, file, asked).scan();
    }

    private MetsLayout scan() {
        for (XmlScanner.Tag tag = scanner.next(); tag != null; tag = scanner.next()) {
            if (tag == XmlScanner.Tag.START) {
                open();
            } else {
                close();
            }
        }
        if (layout == null) {
            throw noMets("has no element at all");
        }
        return layout;
    }

    private MetsException noMets(String but) {
        return new MetsException("Expected {" + Namespaces.METS + "}mets as the root of " + file + ", but it " + but
                + ". Name the mets.xml of a workspace.");
    }

    private void open() {
        ElementSpot spot =
                new ElementSpot(scanner.qualifiedName(), scanner.start(), scanner.end(), scanner.isEmptyElement());
        Frame parent = frames.peek();
        Role role = Role.of(
                parent == null ? Role.DOCUMENT : parent.role,
                scanner.namespace(),
                scanner.localName(),
                scanner.attribute("TYPE"));
        if (parent == null) {
            openRoot(role, spot);
        } else if (parent.spot.childIndent == null) {
            parent.spot.childIndent = ElementSpot.indentAt(text, spot.start);
        }
        frames.push(new Frame(role, spot));
        if (frames.size() == 2) {
            boolean isMets = scanner.namespace().equals(Namespaces.METS);
            layout().sections.add(new MetsLayout.Section(isMets ? scanner.localName() : "", spot));
        }
        openRole(role, spot);
    }

    private void openRoot(Role role, ElementSpot spot) {
        if (role != Role.ROOT) {
            throw noMets("has {" + scanner.namespace() + "}" + scanner.localName());
        }
        String prefix = scanner.prefix().isEmpty() ? "" : scanner.prefix() + ":";
        String xlink = scanner.namespaces().entrySet().stream()
                .filter(binding -> binding.getValue().equals(Namespaces.XLINK)
                        && !binding.getKey().isEmpty())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        layout = new MetsLayout(spot, prefix, xlink);
    }

    private void openRole(Role role, ElementSpot spot) {
        switch (role) {
            case HEADER -> layout().header = first(layout().header, spot);
            case AGENT -> {
                agent = new AgentBuilder(scanner::attribute);
                pageNote = null;
            }
            case AGENT_NOTE -> openNote(spot);
            case FILE_SECTION -> layout().fileSection = first(layout().fileSection, spot);
            case FILE_GROUP -> openGroup(spot);
            case FILE -> openFile();
            case LOCATION -> openLocation(spot);
            case PHYSICAL_MAP -> layout().physicalMap = first(layout().physicalMap, spot);
            case PAGE_SEQUENCE -> layout().pageSequence = first(layout().pageSequence, spot);
            case PAGE -> openPage(spot);
            case FILE_POINTER -> openPointer(spot);
            case DOCUMENT, ROOT, AGENT_NAME, DESCRIPTION, LOGICAL_MAP, LOGICAL_DIV, LINKS, LINK, OTHER -> {
                // A merge leaves them alone.
            }
        }
    }

    private static ElementSpot first(@Nullable ElementSpot known, ElementSpot spot) {
        return known == null ? spot : known;
    }

    private void openNote(ElementSpot spot) {
        String option = scanner.attribute(Namespaces.OCRD, "option");
        builder().openNote(option);
        if (AgentUnion.PAGE_ID.equals(option) && pageNote == null) {
            pageNote = spot;
        }
    }

    private void openGroup(ElementSpot spot) {
        String use = scanner.attribute("USE");
        if (use != null) {
            layout().groups.putIfAbsent(use, spot);
        }
        groupNames.push(use != null ? use : Objects.requireNonNullElse(groupNames.peek(), ""));
    }

    private void openFile() {
        fileId = Objects.requireNonNullElse(scanner.attribute("ID"), "");
        wanted = asked.files().contains(fileKey());
        if (wanted) {
            mimetypeRange = scanner.valueRange("MIMETYPE");
            mimetype = Objects.requireNonNullElse(scanner.attribute("MIMETYPE"), "application/octet-stream");
            fixityRanges = new MetsLayout.FixitySpot(
                    scanner.valueRange("SIZE"), scanner.valueRange("CHECKSUM"), scanner.valueRange("CHECKSUMTYPE"));
            fixity = Fixity.of(
                    scanner.attribute("CHECKSUMTYPE"), scanner.attribute("CHECKSUM"), scanner.attribute("SIZE"));
            locations = new FileLocations();
            locationSpots = new ArrayList<>();
        }
    }

    private void openLocation(ElementSpot spot) {
        if (wanted) {
            FileLocations.Meaning meaning = locations.add(
                    scanner.attribute("LOCTYPE"),
                    scanner.attribute("OTHERLOCTYPE"),
                    scanner.attribute(Namespaces.XLINK, "href"));
            locationSpots.add(new MetsLayout.LocationSpot(spot, meaning, scanner.valueRange(Namespaces.XLINK, "href")));
        }
    }

    private MetsLayout.FileKey fileKey() {
        return new MetsLayout.FileKey(Objects.requireNonNullElse(groupNames.peek(), ""), fileId);
    }

    private void openPage(ElementSpot spot) {
        pageId = Objects.requireNonNullElse(scanner.attribute("ID"), "");
        if (asked.pages().contains(pageId)) {
            layout().pages.putIfAbsent(pageId, spot);
        }
    }

    private void openPointer(ElementSpot spot) {
        String pointed = scanner.attribute("FILEID");
        if (pointed != null && asked.pointed().contains(pointed)) {
            layout().pointers
                    .computeIfAbsent(pointed, id -> new ArrayList<>(1))
                    .add(new MetsLayout.PointerSpot(pageId, spot));
        }
    }

    private void close() {
        Frame frame = frames.pop();
        ElementSpot spot = frame.spot;
        spot.closeStart = scanner.start();
        spot.end = scanner.end();
        if (frame.role == Role.AGENT_NAME) {
            builder().name(content(spot));
        } else if (frame.role == Role.AGENT_NOTE) {
            builder().closeNote(content(spot));
        } else if (frame.role == Role.AGENT) {
            layout().lastAgent = spot;
            layout().agents.add(new MetsLayout.AgentSpot(builder().build(), pageNote));
        } else if (frame.role == Role.FILE_GROUP) {
            groupNames.pop();
        } else if (frame.role == Role.FILE) {
            closeFile(spot);
        }
    }

    private void closeFile(ElementSpot spot) {
        if (wanted) {
            wanted = false;
            MetsLayout.FileKey key = fileKey();
            var said =
                    new MetsFile(fileId, key.group(), mimetype, null, locations.url(), locations.localPath(), fixity);
            layout().files
                    .putIfAbsent(key, new MetsLayout.FileSpot(spot, said, mimetypeRange, fixityRanges, locationSpots));
        }
    }

    private String content(ElementSpot spot) {
        return XmlEscape.content(text.text(spot.openEnd, Math.max(spot.openEnd, spot.closeStart)));
    }

    private MetsLayout layout() {
        return Objects.requireNonNull(layout);
    }

    private AgentBuilder builder() {
        return Objects.requireNonNull(agent);
    }
}
