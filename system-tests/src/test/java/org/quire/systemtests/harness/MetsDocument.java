package org.quire.systemtests.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A METS read by other code than Quire's own, so that a fault of Quire's reader can't hide one of its writer. */
public final class MetsDocument {

    private static final String METS = "http://www.loc.gov/METS/";
    private static final String XLINK = "http://www.w3.org/1999/xlink";

    private final Document document;

    private MetsDocument(Document document) {
        this.document = document;
    }

    /**
     * One {@code mets:file} with the pages that point to it.
     *
     * @param checksum empty: it has none
     */
    public record Entry(String id, String group, String path, String checksum, List<String> pages) {}

    public static MetsDocument read(Path mets) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return new MetsDocument(factory.newDocumentBuilder().parse(mets.toFile()));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new AssertionError("Expected a well-formed METS in " + mets, e);
        }
    }

    public Document document() {
        return document;
    }

    /** Ids of the pages in document order. */
    public List<String> pages() {
        return elements("div").stream()
                .filter(div -> div.getAttribute("TYPE").equals("page"))
                .map(div -> div.getAttribute("ID"))
                .toList();
    }

    /** The files of a group in document order; two groups of one name would show as repeated files. */
    public List<Entry> files(String group) {
        return files().stream().filter(file -> file.group().equals(group)).toList();
    }

    /** The files of all groups in document order. */
    public List<Entry> files() {
        Map<String, List<String>> pages = pagesByFile();
        var files = new ArrayList<Entry>();
        for (Element file : elements("file")) {
            Element location =
                    (Element) file.getElementsByTagNameNS(METS, "FLocat").item(0);
            String id = file.getAttribute("ID");
            files.add(new Entry(
                    id,
                    ((Element) file.getParentNode()).getAttribute("USE"),
                    location.getAttributeNS(XLINK, "href"),
                    file.getAttribute("CHECKSUM"),
                    pages.getOrDefault(id, List.of())));
        }
        return files;
    }

    /** Names of the agents of the header, in document order. */
    public List<String> agents() {
        return elements("agent").stream()
                .map(agent -> ((Element)
                                agent.getElementsByTagNameNS(METS, "name").item(0))
                        .getTextContent()
                        .strip())
                .toList();
    }

    /** Takes away the files of these groups, their pointers, and the agents of these processors. */
    public MetsDocument without(Set<String> groups, Set<String> processors) {
        Set<String> ids = groups.stream()
                .flatMap(group -> files(group).stream().map(Entry::id))
                .collect(Collectors.toSet());
        elements("fptr").stream()
                .filter(pointer -> ids.contains(pointer.getAttribute("FILEID")))
                .forEach(MetsDocument::remove);
        elements("fileGrp").stream()
                .filter(group -> groups.contains(group.getAttribute("USE")))
                .forEach(MetsDocument::remove);
        for (Element agent : elements("agent")) {
            String name = agent.getElementsByTagNameNS(METS, "name").item(0).getTextContent();
            if (processors.contains(name.strip().split(" ")[0])) {
                remove(agent);
            }
        }
        return this;
    }

    private static void remove(Node node) {
        node.getParentNode().removeChild(node);
    }

    private Map<String, List<String>> pagesByFile() {
        var pages = new HashMap<String, List<String>>();
        for (Element pointer : elements("fptr")) {
            Element page = (Element) pointer.getParentNode();
            pages.computeIfAbsent(pointer.getAttribute("FILEID"), any -> new ArrayList<>())
                    .add(page.getAttribute("ID"));
        }
        return pages;
    }

    private List<Element> elements(String name) {
        NodeList nodes = document.getElementsByTagNameNS(METS, name);
        var elements = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
