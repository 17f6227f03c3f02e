package org.quire.mets;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression as OCR-D's Python has it, for whole values; what it may cost is bounded. */
public final class PythonRegex {

    /** Looks at characters for all values together; a plain expression takes some ten for each short value. */
    private static final long LOOKS = 50_000_000;

    /** Python's flavour: Unicode classes, and only a line feed ends a line. */
    private static final int FLAGS = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNIX_LINES;

    /** An expression that can't be used; the message says why. */
    public static final class Invalid extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Invalid(String message) {
            super(message);
        }
    }

    private final Pattern pattern;
    private final BoundedText.Budget budget = new BoundedText.Budget(LOOKS);

    private PythonRegex(Pattern pattern) {
        this.pattern = pattern;
    }

    /** @throws Invalid if it is no regular expression */
    public static PythonRegex compile(String expression) {
        try {
            String translated = expression.replace("(?P<", "(?<").replaceAll("\\(\\?P=(\\w+)\\)", "\\\\k<$1>");
            return new PythonRegex(Pattern.compile(translated, FLAGS));
        } catch (PatternSyntaxException e) {
            throw new Invalid(e.getDescription());
        } catch (StackOverflowError e) {
            throw tooComplex();
        }
    }

    /**
     * Whether it matches the whole value.
     *
     * @throws Invalid if that takes too many steps
     */
    public boolean matches(String value) {
        try {
            return pattern.matcher(new BoundedText(value, budget)).matches();
        } catch (BoundedText.Exhausted | StackOverflowError e) {
            throw tooComplex();
        }
    }

    private static Invalid tooComplex() {
        return new Invalid("it takes too many steps; simplify it");
    }
}
