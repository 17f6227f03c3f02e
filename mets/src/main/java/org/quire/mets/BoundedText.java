package org.quire.mets;

/** A text that can be looked at a bounded number of times: a regular expression from outside can't run for ever on it. */
final class BoundedText implements CharSequence {

    /** The looks that are left for all texts that share it. */
    static final class Budget {

        private long left;

        Budget(long looks) {
            left = looks;
        }

        private void spend() {
            if (--left < 0) {
                throw new Exhausted();
            }
        }
    }

    /** Thrown when the bound is reached. */
    static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("Expected a match within the bound, but it takes more looks.", null, false, false);
        }
    }

    private final String text;
    private final Budget budget;

    BoundedText(String text, Budget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public char charAt(int index) {
        budget.spend();
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
