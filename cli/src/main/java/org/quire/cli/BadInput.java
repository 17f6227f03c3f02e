package org.quire.cli;

/** What was asked for can't be done as it was asked; the message is a sentence for people. */
final class BadInput extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadInput(String message) {
        super(message);
    }
}
