package org.quire.api.web;

/** What a client sent, in a message to it. */
final class Shortened {

    /** Characters. */
    private static final int LONGEST = 200;

    private Shortened() {}

    /** The first line, or the beginning of it. */
    static String of(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
