package org.quire.mets;

import org.jspecify.annotations.Nullable;

/** What an element is for OCR-D, decided by its parent's role: so a look-alike elsewhere in the file is never taken for it. */
enum Role {
    DOCUMENT,
    ROOT,
    HEADER,
    AGENT,
    AGENT_NAME,
    AGENT_NOTE,
    DESCRIPTION,
    FILE_SECTION,
    FILE_GROUP,
    FILE,
    LOCATION,
    PHYSICAL_MAP,
    PAGE_SEQUENCE,
    PAGE,
    FILE_POINTER,
    LOGICAL_MAP,
    LOGICAL_DIV,
    LINKS,
    LINK,
    OTHER;

    /** @param type the element's {@code TYPE} */
    static Role of(Role parent, String namespace, String name, @Nullable String type) {
        if (!namespace.equals(Namespaces.METS)) {
            return OTHER;
        }
        return switch (parent) {
            case DOCUMENT -> only(name, "mets", ROOT);
            case ROOT -> section(name, type);
            case HEADER -> only(name, "agent", AGENT);
            case AGENT -> name.equals("name") ? AGENT_NAME : only(name, "note", AGENT_NOTE);
            case FILE_SECTION -> only(name, "fileGrp", FILE_GROUP);
            case FILE_GROUP -> name.equals("file") ? FILE : only(name, "fileGrp", FILE_GROUP);
            case FILE -> only(name, "FLocat", LOCATION);
            case PHYSICAL_MAP -> "physSequence".equals(type) ? only(name, "div", PAGE_SEQUENCE) : OTHER;
            case PAGE_SEQUENCE -> "page".equals(type) ? only(name, "div", PAGE) : OTHER;
            case PAGE -> only(name, "fptr", FILE_POINTER);
            case LOGICAL_MAP, LOGICAL_DIV -> only(name, "div", LOGICAL_DIV);
            case LINKS -> only(name, "smLink", LINK);
            case AGENT_NAME, AGENT_NOTE, DESCRIPTION, LOCATION, FILE_POINTER, LINK, OTHER -> OTHER;
        };
    }

    private static Role section(String name, @Nullable String type) {
        return switch (name) {
            case "metsHdr" -> HEADER;
            case "dmdSec" -> DESCRIPTION;
            case "fileSec" -> FILE_SECTION;
            case "structMap" -> "PHYSICAL".equals(type) ? PHYSICAL_MAP : "LOGICAL".equals(type) ? LOGICAL_MAP : OTHER;
            case "structLink" -> LINKS;
            default -> OTHER;
        };
    }

    private static Role only(String name, String expected, Role role) {
        return name.equals(expected) ? role : OTHER;
    }
}
