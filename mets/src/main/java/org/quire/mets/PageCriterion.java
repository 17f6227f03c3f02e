package org.quire.mets;

/** What the value of an attribute must be for a token to match. */
sealed interface PageCriterion {

    boolean matches(String value);

    /** Whether the same value may match on several pages. */
    boolean repeats();

    /**
     * @param body the token without prefix and negation
     * @param token the whole token, for messages
     * @throws PageExpressionException if malformed
     */
    static PageCriterion parse(String body, String token) {
        if (body.isEmpty()) {
            throw new PageExpressionException(
                    "Expected a page between the commas, but the token '" + token + "' is empty.");
        }
        if (body.startsWith("//")) {
            return Regex.parse(body.substring(2), token);
        }
        return body.contains("..") ? Range.parse(body, token) : new Literal(body);
    }

    /** One value. */
    record Literal(String value) implements PageCriterion {

        @Override
        public boolean matches(String other) {
            return value.equals(other);
        }

        @Override
        public boolean repeats() {
            return false;
        }
    }

    /**
     * Values that differ in their last number only, from {@code first}'s to {@code last}'s, padded with zeros to the width of the
     * former. Decided value by value, so that its length costs nothing.
     *
     * @param firstNumber the number where it starts, as written
     * @param lastNumber the number where it ends, padded likewise
     */
    record Range(String before, String firstNumber, String lastNumber, String after) implements PageCriterion {

        static Range parse(String body, String token) {
            int dots = body.indexOf("..");
            Numbered start = Numbered.of(body.substring(0, dots), token);
            Numbered end = Numbered.of(body.substring(dots + 2), token);
            if (!start.before.equals(end.before) || !start.after.equals(end.after)) {
                throw new PageExpressionException("Expected the ends of the range '" + token
                        + "' to differ in their last number only, but they differ elsewhere.");
            }
            String last = padded(end.number, start.number.length());
            if (compare(start.number, last) > 0) {
                throw new PageExpressionException(
                        "Expected the range '" + token + "' to ascend, but it begins after its end.");
            }
            return new Range(start.before, start.number, last, start.after);
        }

        /** One end of a range, cut at its last number. */
        private record Numbered(String before, String number, String after) {

            static Numbered of(String end, String token) {
                int to = end.length();
                while (to > 0 && !isDigit(end.charAt(to - 1))) {
                    to--;
                }
                int from = to;
                while (from > 0 && isDigit(end.charAt(from - 1))) {
                    from--;
                }
                if (from == to) {
                    throw new PageExpressionException("Expected both ends of the range '" + token
                            + "' to have a number, but '" + end + "' has none.");
                }
                return new Numbered(end.substring(0, from), end.substring(from, to), end.substring(to));
            }
        }

        private static boolean isDigit(int c) {
            return c >= '0' && c <= '9';
        }

        String first() {
            return before + firstNumber + after;
        }

        @Override
        public boolean matches(String value) {
            if (value.length() < before.length() + firstNumber.length() + after.length()
                    || !value.startsWith(before)
                    || !value.endsWith(after)) {
                return false;
            }
            String number = value.substring(before.length(), value.length() - after.length());
            return number.chars().allMatch(Range::isDigit)
                    && number.equals(padded(number, firstNumber.length()))
                    && compare(firstNumber, number) <= 0
                    && compare(number, lastNumber) <= 0;
        }

        @Override
        public boolean repeats() {
            return false;
        }

        private static String padded(String digits, int width) {
            String number = digits.replaceFirst("^0+", "");
            return "0".repeat(Math.max(0, width - number.length())) + number;
        }

        /** Both padded to one width: the longer is the larger. */
        private static int compare(String one, String other) {
            int byLength = Integer.compare(one.length(), other.length());
            return byLength != 0 ? byLength : one.compareTo(other);
        }
    }

    /** A regular expression for the whole value. */
    record Regex(PythonRegex regex, String token) implements PageCriterion {

        static Regex parse(String expression, String token) {
            if (expression.isEmpty()) {
                throw new PageExpressionException(
                        "Expected a regular expression after '//' in '" + token + "', but there is none.");
            }
            try {
                return new Regex(PythonRegex.compile(expression), token);
            } catch (PythonRegex.Invalid e) {
                throw unusable(token, e);
            }
        }

        @Override
        public boolean matches(String value) {
            try {
                return regex.matches(value);
            } catch (PythonRegex.Invalid e) {
                throw unusable(token, e);
            }
        }

        @Override
        public boolean repeats() {
            return true;
        }

        private static PageExpressionException unusable(String token, PythonRegex.Invalid e) {
            return new PageExpressionException("Expected a regular expression that can be used in '" + token
                    + "', but it is invalid: " + e.getMessage() + ".");
        }
    }
}
