package org.quire.cli;

import java.util.List;
import java.util.Map;

/**
 * The terminal that the command runs in, as {@code ./quire} found it: Java 21 can't tell.
 *
 * @param input whether standard input is one
 * @param output whether standard output is one
 * @param columns its width
 */
record Terminal(boolean input, boolean output, int columns) {

    private static final String WHICH = "QUIRE_TERMINAL";
    private static final String COLUMNS = "QUIRE_COLUMNS";
    private static final int USUAL_COLUMNS = 80;

    static Terminal of(Map<String, String> environment) {
        List<String> which = List.of(environment.getOrDefault(WHICH, "").split(","));
        String columns = environment.getOrDefault(COLUMNS, "");
        return new Terminal(
                which.contains("in"),
                which.contains("out"),
                columns.matches("[1-9]\\d{1,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS);
    }
}
