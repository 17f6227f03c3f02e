package org.quire.mets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The logical structure as far as it selects pages: values of its divs' attributes, linked to page ids. */
final class LogicalStructure {

    /** In the order in which they are tried, after those of the page. */
    enum Attribute {
        ID(true),
        DMDID(true),
        TYPE(false),
        LABEL(false);

        private final boolean inRanges;

        Attribute(boolean inRanges) {
            this.inRanges = inRanges;
        }

        /** Whether a range can select by it. */
        boolean inRanges() {
            return inRanges;
        }
    }

    private final Map<Attribute, Map<String, List<String>>> pagesByValue = new EnumMap<>(Attribute.class);

    /**
     * @param divs values in the order of {@link Attribute}; null where absent
     * @param links page ids by the id of a div
     */
    LogicalStructure(Collection<@Nullable String[]> divs, Map<String, List<String>> links) {
        for (Attribute attribute : Attribute.values()) {
            pagesByValue.put(attribute, new LinkedHashMap<>());
        }
        Map<String, List<String>> linked = new HashMap<>(links);
        for (@Nullable String[] div : divs) {
            String id = div[Attribute.ID.ordinal()];
            List<String> pages = id == null ? List.of() : linked.getOrDefault(id, List.of());
            for (Attribute attribute : Attribute.values()) {
                String value = div[attribute.ordinal()];
                if (value != null && !value.isEmpty()) {
                    values(attribute)
                            .computeIfAbsent(value, v -> new ArrayList<>())
                            .addAll(pages);
                }
            }
        }
    }

    /** Page ids by value. */
    Map<String, List<String>> values(Attribute attribute) {
        return pagesByValue.getOrDefault(attribute, Map.of());
    }
}
