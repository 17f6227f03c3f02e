package org.quire.mets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages of a METS in document order, to be found by the values of their attributes. */
final class PageIndex {

    private final List<PhysicalPage> pages;
    private final List<String> ids;
    private final LogicalStructure logical;
    private final Map<PhysicalPage.Attribute, Map<String, Integer>> firstWith =
            new EnumMap<>(PhysicalPage.Attribute.class);

    PageIndex(List<PhysicalPage> pages, LogicalStructure logical) {
        this.pages = List.copyOf(pages);
        this.logical = logical;
        ids = pages.stream().map(PhysicalPage::id).distinct().toList();
        for (PhysicalPage.Attribute attribute : PhysicalPage.Attribute.values()) {
            Map<String, Integer> first = new HashMap<>();
            for (int position = 0; position < pages.size(); position++) {
                String value = pages.get(position).value(attribute);
                if (!value.isEmpty()) {
                    first.putIfAbsent(value, position);
                }
            }
            firstWith.put(attribute, first);
        }
    }

    /** These pages and, behind them, others that have an id and nothing else. */
    PageIndex with(Collection<String> further) {
        List<PhysicalPage> all = new ArrayList<>(pages);
        for (String id : further) {
            @Nullable String[] attributes = new String[PhysicalPage.Attribute.values().length];
            attributes[PhysicalPage.Attribute.ID.ordinal()] = id;
            all.add(new PhysicalPage(id, attributes, List.of()));
        }
        return new PageIndex(all, logical);
    }

    List<String> ids() {
        return ids;
    }

    int size() {
        return pages.size();
    }

    PhysicalPage page(int position) {
        return pages.get(position);
    }

    /** The position of the first page with this value; null: none. */
    @Nullable
    Integer first(PhysicalPage.Attribute attribute, String value) {
        return firstWith.getOrDefault(attribute, Map.of()).get(value);
    }

    LogicalStructure logical() {
        return logical;
    }
}
