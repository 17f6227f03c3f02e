package org.quire.mets.session;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quire.mets.PythonRegex;

/** A criterion for one value of a file. */
final class ValueMatch {

    private static final String REGEX = "//";

    private ValueMatch() {}

    /** Whether a criterion takes part. */
    static boolean counts(@Nullable String criterion) {
        return criterion != null && !criterion.isEmpty();
    }

    /** Whether it takes part and stands for one value alone. */
    static boolean isLiteral(@Nullable String criterion) {
        return criterion != null && !criterion.isEmpty() && !criterion.startsWith(REGEX);
    }

    /**
     * A null value matches nothing but a criterion that doesn't count.
     *
     * @throws PythonRegex.Invalid if it is no regular expression
     */
    static Predicate<@Nullable String> of(@Nullable String criterion) {
        if (criterion == null || criterion.isEmpty()) {
            return value -> true;
        }
        if (!criterion.startsWith(REGEX)) {
            return criterion::equals;
        }
        PythonRegex regex = PythonRegex.compile(criterion.substring(REGEX.length()));
        return value -> value != null && regex.matches(value);
    }
}
