package org.quire.mets;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A {@code page_id} expression: tokens between commas, those with {@code ~} taken away from the others, or from all pages if there are no
 * others.
 */
final class PageExpression {

    private final List<PageToken> tokens;

    private PageExpression(List<PageToken> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    /** @throws PageExpressionException if a token is malformed */
    static PageExpression parse(String expression) {
        List<PageToken> tokens = new ArrayList<>();
        for (String token : expression.split(",", -1)) {
            tokens.add(PageToken.parse(token));
        }
        return new PageExpression(tokens);
    }

    /**
     * Page ids in document order, without repeats.
     *
     * @throws PageExpressionException if a token matches no page, or if nothing is left
     */
    List<String> select(PageIndex pages) {
        BitSet selected = new BitSet(pages.size());
        BitSet excluded = new BitSet(pages.size());
        boolean anyPositive = false;
        for (PageToken token : tokens) {
            (token.negated() ? excluded : selected).or(token.select(pages));
            anyPositive |= !token.negated();
        }
        if (!anyPositive) {
            selected.set(0, pages.size());
        }
        selected.andNot(excluded);
        if (selected.isEmpty()) {
            throw new PageExpressionException("Expected a page expression that leaves at least one page, but '"
                    + String.join(",", tokens.stream().map(PageToken::text).toList()) + "' takes all away.");
        }
        return selected.stream()
                .mapToObj(position -> pages.page(position).id())
                .distinct()
                .toList();
    }
}
