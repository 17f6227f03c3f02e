package org.quire.mets;

/** A {@code page_id} expression that is malformed or matches nothing: the message names the token. */
public final class PageExpressionException extends RuntimeException {

    public PageExpressionException(String message) {
        super(message);
    }
}
