package org.quire.mets;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One token of a page expression. Walks the pages as ocrd does: on the first page where any of the attributes matches, that
 * attribute is settled for the rest of the token; a literal, and each value of a range, takes one page only.
 */
final class PageToken {

    private final String text;
    private final boolean negated;
    private final List<PhysicalPage.Attribute> physical;
    private final List<LogicalStructure.Attribute> logical;
    private final PageCriterion criterion;

    private PageToken(
            String text,
            boolean negated,
            List<PhysicalPage.Attribute> physical,
            List<LogicalStructure.Attribute> logical,
            PageCriterion criterion) {
        this.text = text;
        this.negated = negated;
        this.physical = physical;
        this.logical = logical;
        this.criterion = criterion;
    }

    static PageToken parse(String text) {
        String rest = text;
        List<PhysicalPage.Attribute> physical = List.of(PhysicalPage.Attribute.values());
        List<LogicalStructure.Attribute> logical = List.of(LogicalStructure.Attribute.values());
        if (rest.startsWith("physical:")) {
            rest = rest.substring("physical:".length());
            logical = List.of();
            physical = named(rest, physical);
            rest = afterName(rest, physical);
        } else if (rest.startsWith("logical:")) {
            rest = rest.substring("logical:".length());
            physical = List.of();
            logical = named(rest, logical);
            rest = afterName(rest, logical);
        }
        boolean negated = rest.startsWith("~");
        PageCriterion criterion = PageCriterion.parse(negated ? rest.substring(1) : rest, text);
        return new PageToken(text, negated, physical, logical, criterion);
    }

    private static <A extends Enum<A>> List<A> named(String rest, List<A> all) {
        return all.stream()
                .filter(attribute -> rest.startsWith(label(attribute)))
                .findFirst()
                .map(List::of)
                .orElse(all);
    }

    private static String afterName(String rest, List<? extends Enum<?>> attributes) {
        return attributes.size() == 1
                ? rest.substring(label(attributes.getFirst()).length())
                : rest;
    }

    private static String label(Enum<?> attribute) {
        return attribute.name().toLowerCase(Locale.ROOT) + ":";
    }

    String text() {
        return text;
    }

    boolean negated() {
        return negated;
    }

    /**
     * Positions of the pages that match, whether the token is negated or not.
     *
     * @throws PageExpressionException if there are none, or the start of a range is none of them
     */
    BitSet select(PageIndex pages) {
        BitSet selected = criterion instanceof PageCriterion.Literal literal
                ? selectLiteral(pages, literal.value())
                : walk(pages);
        if (selected.isEmpty()) {
            throw new PageExpressionException(
                    "Expected '" + text + "' to match a page, but it matches none of the " + pages.size() + " pages.");
        }
        return selected;
    }

    /** As {@link #walk}, by look-up: a list may name each of many thousand pages. */
    private BitSet selectLiteral(PageIndex pages, String value) {
        Integer first = null;
        for (PhysicalPage.Attribute attribute : physical) {
            Integer position = pages.first(attribute, value);
            if (position != null && (first == null || position < first)) {
                first = position;
            }
        }
        BitSet selected = new BitSet();
        Set<String> linked = first != null && first == 0 ? null : linkedPages(pages);
        if (linked != null) {
            addLinked(pages, linked, selected);
        } else if (first != null) {
            selected.set(first);
        }
        return selected;
    }

    private BitSet walk(PageIndex pages) {
        BitSet selected = new BitSet(pages.size());
        Set<String> taken = new HashSet<>();
        PhysicalPage.@Nullable Attribute settled = null;
        for (int position = 0; position < pages.size(); position++) {
            PhysicalPage page = pages.page(position);
            PhysicalPage.Attribute matching = settled == null ? firstMatching(page) : settled;
            if (matching == null && position == 0) {
                Set<String> linked = linkedPages(pages);
                if (linked != null) {
                    addLinked(pages, linked, selected);
                    return selected;
                }
            }
            if (matching != null && criterion.matches(page.value(matching))) {
                settled = matching;
                if (criterion.repeats() || taken.add(page.value(matching))) {
                    selected.set(position);
                }
            }
        }
        requireStart(taken);
        return selected;
    }

    private PhysicalPage.@Nullable Attribute firstMatching(PhysicalPage page) {
        for (PhysicalPage.Attribute attribute : physical) {
            if (criterion.matches(page.value(attribute))) {
                return attribute;
            }
        }
        return null;
    }

    /** The pages behind the first logical attribute that matches anywhere; null: none does. */
    private @Nullable Set<String> linkedPages(PageIndex pages) {
        for (LogicalStructure.Attribute attribute : logical) {
            if (criterion instanceof PageCriterion.Range && !attribute.inRanges()) {
                continue;
            }
            Map<String, List<String>> values = new HashMap<>();
            pages.logical().values(attribute).forEach((value, linked) -> {
                if (criterion.matches(value)) {
                    values.put(value, linked);
                }
            });
            if (!values.isEmpty()) {
                requireStart(values.keySet());
                Set<String> linked = new HashSet<>();
                values.values().forEach(linked::addAll);
                return linked;
            }
        }
        return null;
    }

    private static void addLinked(PageIndex pages, Set<String> linked, BitSet selected) {
        for (int position = 0; position < pages.size(); position++) {
            if (linked.contains(pages.page(position).id())) {
                selected.set(position);
            }
        }
    }

    private void requireStart(Set<String> matched) {
        if (criterion instanceof PageCriterion.Range range && !matched.isEmpty() && !matched.contains(range.first())) {
            throw new PageExpressionException("Expected the range '" + text
                    + "' to begin with a page of the METS, but '" + range.first() + "' matches none.");
        }
    }
}
