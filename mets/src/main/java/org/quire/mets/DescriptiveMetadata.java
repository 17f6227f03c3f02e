package org.quire.mets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cuts the {@code mets:dmdSec}s out of a METS as they are written, each made to stand on its own. */
final class DescriptiveMetadata {

    /**
     * Characters that all sections may have together. Beyond it only those with an identifier are kept: what a page view
     * costs must not depend on how finely a book is catalogued.
     */
    private static final int LIMIT = 65_536;

    private DescriptiveMetadata() {}

    static List<String> cut(XmlBytes text, Path file) {
        List<String> sections = new ArrayList<>();
        XmlScanner scanner = new XmlScanner(text, file);
        StringBuilder section = new StringBuilder();
        long copiedFrom = -1;
        for (XmlScanner.Tag tag = scanner.next(); tag != null; tag = scanner.next()) {
            if (tag == XmlScanner.Tag.START && scanner.depth() == 2) {
                String name = scanner.namespace().equals(Namespaces.METS) ? scanner.localName() : "";
                if (name.equals("fileSec") || name.equals("structMap")) {
                    break;
                }
                if (name.equals("dmdSec")) {
                    section.setLength(0);
                    section.append('<').append(scanner.qualifiedName()).append(missingDeclarations(scanner));
                    copiedFrom = scanner.start() + 1 + scanner.qualifiedName().length();
                }
            } else if (tag == XmlScanner.Tag.END && scanner.depth() == 1 && copiedFrom >= 0) {
                sections.add(
                        section.append(text.text(copiedFrom, scanner.end())).toString());
                copiedFrom = -1;
            }
        }
        return limited(sections);
    }

    private static String missingDeclarations(XmlScanner scanner) {
        StringBuilder declarations = new StringBuilder();
        scanner.namespaces().forEach((prefix, namespace) -> {
            if (!scanner.declares(prefix)) {
                declarations
                        .append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix)
                        .append("=\"")
                        .append(namespace
                                .replace("&", "&amp;")
                                .replace("<", "&lt;")
                                .replace("\"", "&quot;"))
                        .append('"');
            }
        });
        return declarations.toString();
    }

    private static List<String> limited(List<String> sections) {
        if (sections.stream().mapToInt(String::length).sum() <= LIMIT) {
            return List.copyOf(sections);
        }
        return sections.stream()
                .filter(section -> section.contains("identifier"))
                .limit(1)
                .toList();
    }
}
