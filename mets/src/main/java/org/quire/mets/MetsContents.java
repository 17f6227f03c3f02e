package org.quire.mets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@link MetsReader} gathers from a file, still to be indexed by {@link Mets}. */
final class MetsContents {

    final Map<String, String> headerAttributes = new LinkedHashMap<>();
    final List<MetsAgent> agents = new ArrayList<>();
    final Set<String> fileGroups = new LinkedHashSet<>();

    /** Without their pages: these come later in the document. */
    final List<MetsFile> files = new ArrayList<>();

    final List<PhysicalPage> pages = new ArrayList<>();
    final List<@Nullable String[]> logicalDivs = new ArrayList<>();
    final Map<String, List<String>> links = new HashMap<>();

    /** The first {@code mods:identifier} of each type. */
    final Map<String, String> identifiers = new HashMap<>();

    /** Each {@code mets:dmdSec} as text that stands on its own. */
    List<String> descriptions = List.of();
}
