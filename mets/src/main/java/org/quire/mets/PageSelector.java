package org.quire.mets;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expands {@code page_id} expressions against the pages of one METS. */
public final class PageSelector {

    private final PageIndex pages;
    private final Path origin;

    PageSelector(PageIndex pages, Path origin) {
        this.pages = pages;
        this.origin = origin;
    }

    /** Ids in document order. */
    public List<String> ids() {
        return pages.ids();
    }

    /**
     * Page ids in document order, without repeats, at least one.
     *
     * @param expression blank or null stands for all pages
     * @throws PageExpressionException if malformed, or if a token matches no page
     */
    public List<String> expand(@Nullable String expression) {
        if (ids().isEmpty()) {
            throw new PageExpressionException("Expected a METS with pages, but " + origin
                    + " has none (no mets:div of TYPE page in the physical structMap). Add its pages first.");
        }
        return expression == null || expression.isBlank()
                ? ids()
                : PageExpression.parse(expression).select(pages);
    }
}
