package org.quire.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The text of a PAGE-XML file (any version of its schema): a line for each text line, regions in reading order, an empty line between. */
public final class PageText {

    private PageText() {}

    /** @throws IOException if the file can't be read, or is no XML */
    public static String read(Path file) throws IOException {
        Document page = parse(file);
        var blocks = new ArrayList<String>();
        for (Element region : inReadingOrder(page)) {
            String text = textOf(region);
            if (!text.isBlank()) {
                blocks.add(text);
            }
        }
        return String.join("\n\n", blocks);
    }

    private static List<Element> inReadingOrder(Document page) {
        Map<String, Element> regions = new HashMap<>();
        var ordered = new ArrayList<Element>();
        List<Element> inDocument = elements(page.getElementsByTagNameNS("*", "TextRegion"));
        inDocument.forEach(region -> regions.put(region.getAttribute("id"), region));
        for (String tag : List.of("RegionRefIndexed", "RegionRef")) {
            for (Element reference : elements(page.getElementsByTagNameNS("*", tag))) {
                Element region = regions.remove(reference.getAttribute("regionRef"));
                if (region != null) {
                    ordered.add(region);
                }
            }
        }
        // Regions that the reading order does not name come last, as they lie in the file.
        inDocument.stream().filter(region -> !ordered.contains(region)).forEach(ordered::add);
        return ordered;
    }

    /** Of the lines; of the region itself if it has no lines with text. */
    private static String textOf(Element region) {
        List<String> lines = children(region, "TextLine").stream()
                .map(PageText::ownText)
                .filter(text -> !text.isBlank())
                .toList();
        return lines.isEmpty() ? ownText(region) : String.join("\n", lines);
    }

    /** Of several readings the first is the best one. */
    private static String ownText(Element element) {
        return children(element, "TextEquiv").stream()
                .flatMap(equivalent -> children(equivalent, "Unicode").stream())
                .map(unicode -> unicode.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        return elements(parent.getChildNodes()).stream()
                .filter(child -> name.equals(child.getLocalName()))
                .toList();
    }

    private static List<Element> elements(NodeList nodes) {
        var elements = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }

    private static Document parse(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(in);
        } catch (SAXException e) {
            throw new IOException("Expected PAGE-XML in " + file + ", but: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("This Java has no XML parser that refuses document types", e);
        }
    }
}
