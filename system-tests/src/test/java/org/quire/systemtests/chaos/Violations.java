package org.quire.systemtests.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What must not be and was seen all the same, a sentence each. Thread-safe. */
final class Violations {

    private final List<String> sentences = new CopyOnWriteArrayList<>();

    void add(String sentence) {
        if (!sentences.contains(sentence)) {
            sentences.add(sentence);
            System.err.println("VIOLATION: " + sentence);
        }
    }

    boolean isEmpty() {
        return sentences.isEmpty();
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }
}
