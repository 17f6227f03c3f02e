package org.quire.api.script;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words as a POSIX shell does ({@code shlex.split} of Python, without comments). Nothing is expanded. */
final class ShellWords {

    private static final String BLANKS = " \t\r\n";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /** @throws IllegalArgumentException for a quote that is not closed, or a backslash at the end */
    static List<String> split(String line) {
        return new ShellWords(line).split();
    }

    private List<String> split() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (BLANKS.indexOf(c) >= 0) {
                endWord();
                continue;
            }
            inWord = true;
            switch (c) {
                case '\'' -> singleQuoted();
                case '"' -> doubleQuoted();
                case '\\' -> word.append(escaped());
                default -> word.append(c);
            }
        }
        endWord();
        return List.copyOf(words);
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    private void singleQuoted() {
        int end = line.indexOf('\'', at);
        if (end < 0) {
            throw notClosed('\'');
        }
        word.append(line, at, end);
        at = end + 1;
    }

    private void doubleQuoted() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c != '\\') {
                word.append(c);
                continue;
            }
            char next = escaped();
            if (next != '"' && next != '\\') {
                word.append('\\');
            }
            word.append(next);
        }
        throw notClosed('"');
    }

    private char escaped() {
        if (at == line.length()) {
            throw new IllegalArgumentException(
                    "Expected a character after the backslash at the end; a task can't go on in the next line.");
        }
        return line.charAt(at++);
    }

    private static IllegalArgumentException notClosed(char quote) {
        return new IllegalArgumentException("Expected a closing " + quote + " but the line ends.");
    }
}
