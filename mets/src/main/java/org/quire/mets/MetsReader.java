package org.quire.mets;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads a METS in one pass. No DTD, no entities from elsewhere: a document with a DOCTYPE is refused. */
final class MetsReader {

    private final Path file;
    private final XMLStreamReader xml;
    private final MetsContents contents = new MetsContents();
    private final Deque<Role> roles = new ArrayDeque<>(List.of(Role.DOCUMENT));
    private final Deque<String> groups = new ArrayDeque<>(List.of(""));
    private final StringBuilder text = new StringBuilder();
    private @Nullable AgentBuilder agent;
    private @Nullable String identifierType;
    private String fileId = "";
    private String mimetype = "";
    private FileLocations locations = new FileLocations();
    private @Nullable Fixity fixity;
    private List<String> pageFiles = new ArrayList<>();

    private MetsReader(Path file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    static MetsContents read(Path file, XmlText text) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text.text()));
            MetsContents contents = new MetsReader(file, xml).read();
            contents.descriptions = DescriptiveMetadata.cut(text.bytes(file), file);
            return contents;
        } catch (XMLStreamException e) {
            throw broken(file, e);
        }
    }

    private MetsContents read() throws XMLStreamException {
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> open();
                case XMLStreamConstants.END_ELEMENT -> close();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
                case XMLStreamConstants.DTD ->
                    throw new MetsException("Expected a METS without DOCTYPE, but " + file + ", line "
                            + xml.getLocation().getLineNumber() + ", has one. Remove it and try again.");
                default -> {
                    // Comments and processing instructions say nothing to OCR-D.
                }
            }
        }
        return contents;
    }

    private void open() {
        text.setLength(0);
        Role role = Role.of(roles.getFirst(), namespace(), xml.getLocalName(), attribute("TYPE"));
        if (roles.getFirst() == Role.DOCUMENT && role != Role.ROOT) {
            throw noMets();
        }
        roles.push(role);
        switch (role) {
            case HEADER -> openHeader();
            case AGENT -> agent = new AgentBuilder(this::attribute);
            case AGENT_NOTE -> builder().openNote(xml.getAttributeValue(Namespaces.OCRD, "option"));
            case FILE_GROUP -> openGroup();
            case FILE -> openFile();
            case LOCATION -> locations.add(attribute("LOCTYPE"), attribute("OTHERLOCTYPE"), xlink("href"));
            case PAGE -> openPage();
            case FILE_POINTER -> addPointer();
            case LOGICAL_DIV -> contents.logicalDivs.add(attributes(LogicalStructure.Attribute.values()));
            case LINK -> addLink();
            case OTHER -> openOther();
            case DOCUMENT,
                    ROOT,
                    AGENT_NAME,
                    DESCRIPTION,
                    FILE_SECTION,
                    PHYSICAL_MAP,
                    PAGE_SEQUENCE,
                    LOGICAL_MAP,
                    LINKS -> {
                // Nothing in their start tags is needed.
            }
        }
    }

    private void close() {
        Role role = roles.pop();
        if (role == Role.AGENT_NAME) {
            builder().name(text.toString());
        } else if (role == Role.AGENT_NOTE) {
            builder().closeNote(text.toString());
        } else if (role == Role.AGENT) {
            contents.agents.add(builder().build());
        } else if (role == Role.FILE_GROUP) {
            groups.pop();
        } else if (role == Role.FILE) {
            contents.files.add(new MetsFile(
                    fileId, groups.getFirst(), mimetype, null, locations.url(), locations.localPath(), fixity));
        } else if (role == Role.OTHER && identifierType != null) {
            String value = text.toString().strip();
            if (!value.isEmpty()) {
                contents.identifiers.putIfAbsent(identifierType, value);
            }
            identifierType = null;
        }
    }

    private void openHeader() {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributePrefix(i) == null || xml.getAttributePrefix(i).isEmpty()) {
                contents.headerAttributes.putIfAbsent(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
            }
        }
    }

    /** A group without {@code USE} belongs to the one around it. */
    private void openGroup() {
        String use = attribute("USE");
        if (use != null) {
            contents.fileGroups.add(use);
        }
        groups.push(use == null ? groups.getFirst() : use);
    }

    private void openFile() {
        String id = attribute("ID");
        String type = attribute("MIMETYPE");
        fileId = id == null ? "" : id;
        mimetype = type == null ? "application/octet-stream" : type;
        locations = new FileLocations();
        fixity = Fixity.of(attribute("CHECKSUMTYPE"), attribute("CHECKSUM"), attribute("SIZE"));
    }

    private void openPage() {
        String id = attribute("ID");
        pageFiles = new ArrayList<>();
        if (id != null && !id.isEmpty()) {
            contents.pages.add(new PhysicalPage(id, attributes(PhysicalPage.Attribute.values()), pageFiles));
        }
    }

    private void addPointer() {
        String id = attribute("FILEID");
        if (id != null) {
            pageFiles.add(id);
        }
    }

    private void addLink() {
        String from = xlink("from");
        String to = xlink("to");
        if (from != null && to != null) {
            contents.links.computeIfAbsent(from, f -> new ArrayList<>()).add(to);
        }
    }

    private void openOther() {
        boolean isIdentifier =
                xml.getLocalName().equals("identifier") && namespace().equals(Namespaces.MODS);
        identifierType = isIdentifier ? attribute("type") : null;
    }

    private AgentBuilder builder() {
        if (agent == null) {
            throw new IllegalStateException("Expected to be inside an agent.");
        }
        return agent;
    }

    private @Nullable String[] attributes(Enum<?>[] names) {
        @Nullable String[] values = new String[names.length];
        for (Enum<?> name : names) {
            values[name.ordinal()] = attribute(name.name());
        }
        return values;
    }

    private String namespace() {
        String uri = xml.getNamespaceURI();
        return uri == null ? "" : uri;
    }

    private @Nullable String xlink(String name) {
        return xml.getAttributeValue(Namespaces.XLINK, name);
    }

    /** Attributes of METS have no namespace. */
    private @Nullable String attribute(String name) {
        return xml.getAttributeValue("", name);
    }

    private MetsException noMets() {
        return new MetsException("Expected {" + Namespaces.METS + "}mets as the root of " + file + ", but found {"
                + namespace() + "}" + xml.getLocalName() + ". Name the mets.xml of a workspace.");
    }

    private static MetsException broken(Path file, XMLStreamException e) {
        String where = e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNumber() + ", column "
                        + e.getLocation().getColumnNumber();
        String message = String.valueOf(e.getMessage());
        String reason = message.replaceFirst("(?s)^ParseError at .*?\\nMessage: ", "");
        return new MetsException(
                "Expected " + file + " to be well-formed XML, but it is broken" + where + ": " + reason
                        + " Repair the file, or put back an earlier copy, and try again.",
                e);
    }
}
