package org.quire.api.mets;

/** A request of the METS server's protocol that lacks something or has it in a wrong form. */
final class BadMetsRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadMetsRequest(String message) {
        super(message);
    }
}
