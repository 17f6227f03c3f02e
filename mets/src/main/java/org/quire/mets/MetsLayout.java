package org.quire.mets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where in the text of a METS the elements are that a merge adds to or replaces. */
final class MetsLayout {

    /**
     * What is to be found besides the sections.
     *
     * @param files files
     * @param pointed ids of files whose pointers are wanted
     * @param pages ids of pages
     */
    record Wanted(Set<FileKey> files, Set<String> pointed, Set<String> pages) {}

    /** Names a file: ids are unique within a group only. */
    record FileKey(String group, String id) {}

    /**
     * A file's element and what it says; the page is always null.
     *
     * @param mimetype the value of {@code MIMETYPE}; null: it has none
     * @param fixity the values of the attributes that describe its content
     * @param locations all of its {@code FLocat}s
     */
    record FileSpot(
            ElementSpot spot,
            MetsFile file,
            XmlScanner.@Nullable Range mimetype,
            FixitySpot fixity,
            List<LocationSpot> locations) {}

    /** The values of {@code SIZE}, {@code CHECKSUM} and {@code CHECKSUMTYPE}; null: it has none. */
    record FixitySpot(
            XmlScanner.@Nullable Range size, XmlScanner.@Nullable Range checksum, XmlScanner.@Nullable Range type) {}

    /** @param href the value of {@code xlink:href}; null: it has none */
    record LocationSpot(ElementSpot spot, FileLocations.Meaning meaning, XmlScanner.@Nullable Range href) {}

    /** @param pages the element of its {@code page-id} note; null: it has none */
    record AgentSpot(MetsAgent agent, @Nullable ElementSpot pages) {}

    record PointerSpot(String pageId, ElementSpot spot) {}

    /** A child of the root with its local name. */
    record Section(String name, ElementSpot spot) {}

    final ElementSpot root;
    final String prefix;
    final @Nullable String xlinkPrefix;
    final List<Section> sections = new ArrayList<>();
    final List<AgentSpot> agents = new ArrayList<>();
    final Map<String, ElementSpot> groups = new LinkedHashMap<>();

    /** Of the files, pages and pointers only those that are asked for: a book has hundreds of thousands. */
    final Map<FileKey, FileSpot> files = new HashMap<>();

    final Map<String, ElementSpot> pages = new HashMap<>();
    final Map<String, List<PointerSpot>> pointers = new HashMap<>();

    @Nullable
    ElementSpot header;

    @Nullable
    ElementSpot lastAgent;

    @Nullable
    ElementSpot fileSection;

    @Nullable
    ElementSpot physicalMap;

    @Nullable
    ElementSpot pageSequence;

    MetsLayout(ElementSpot root, String prefix, @Nullable String xlinkPrefix) {
        this.root = root;
        this.prefix = prefix;
        this.xlinkPrefix = xlinkPrefix;
    }
}
