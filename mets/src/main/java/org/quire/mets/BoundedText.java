package org.quire.mets;

/** A text that can be looked at a bounded number of times: a regular expression from outside can't run for ever on it. */
final class BoundedText implements CharSequence {

    /** Thrown when the bound is reached. */
    static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("Expected a match within " + LIMIT + " looks.", null, false, false);
        }
    }

    private static final int LIMIT = 2_000_000;

    private final String text;
    private int looks;

    BoundedText(String text) {
        this.text = text;
    }

    @Override
    public char charAt(int index) {
        if (++looks > LIMIT) {
            throw new Exhausted();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
