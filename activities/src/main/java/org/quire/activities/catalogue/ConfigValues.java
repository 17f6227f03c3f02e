package org.quire.activities.catalogue;

import com.fasterxml.jackson.core.JsonToken;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quire.activities.catalogue.LocatedYaml.Key;
import org.quire.activities.catalogue.LocatedYaml.Mapping;
import org.quire.activities.catalogue.LocatedYaml.Node;
import org.quire.activities.catalogue.LocatedYaml.Place;
import org.quire.activities.catalogue.LocatedYaml.Scalar;
import org.quire.activities.catalogue.LocatedYaml.Sequence;

/** Turns nodes of one configuration file into typed values, or says what was expected and where. */
record ConfigValues(Path file) {

    private static final Pattern SIMPLE_DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

    /** The entries of a mapping by name, each of which must be one of the allowed. */
    Map<String, Node> keys(Node node, String what, List<String> allowed) {
        Map<String, Node> entries = new LinkedHashMap<>();
        mapping(node, what).forEach((key, value) -> {
            if (!allowed.contains(key.name())) {
                throw fault(
                        key.place(),
                        "Expected one of the keys %s in %s but found '%s'"
                                .formatted(String.join(", ", allowed), what, key.name()));
            }
            entries.put(key.name(), value);
        });
        return entries;
    }

    /** The entries of a mapping; a value left empty counts as an empty mapping. */
    Map<Key, Node> mapping(Node node, String what) {
        if (node instanceof Mapping mapping) {
            return mapping.entries();
        }
        if (isEmpty(node)) {
            return Map.of();
        }
        throw wrongType(node, "a mapping (key: value) for " + what);
    }

    List<Node> sequence(Node node, String what) {
        if (node instanceof Sequence sequence) {
            return sequence.items();
        }
        throw wrongType(node, "a list (- item) for " + what);
    }

    int count(Node node, String what) {
        if (node instanceof Scalar scalar && scalar.type() == JsonToken.VALUE_NUMBER_INT) {
            try {
                int number = Integer.parseInt(scalar.text());
                if (number >= 1) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw wrongType(node, "a whole number from 1 for " + what);
            }
        }
        throw wrongType(node, "a whole number from 1 for " + what);
    }

    boolean flag(Node node, String what) {
        if (node instanceof Scalar scalar
                && (scalar.type() == JsonToken.VALUE_TRUE || scalar.type() == JsonToken.VALUE_FALSE)) {
            return scalar.type() == JsonToken.VALUE_TRUE;
        }
        throw wrongType(node, "true or false for " + what);
    }

    /** Text, also if YAML would take it for a number or a flag. */
    String text(Node node, String what) {
        if (node instanceof Scalar scalar && scalar.type() != JsonToken.VALUE_NULL) {
            return scalar.text();
        }
        throw wrongType(node, "text for " + what);
    }

    Duration duration(Node node, String what) {
        String expected = "a duration like PT10M, 10m or 90s for " + what;
        if (node instanceof Scalar scalar) {
            return duration(scalar.text())
                    .filter(d -> !d.isZero() && !d.isNegative())
                    .orElseThrow(() -> wrongType(node, expected));
        }
        throw wrongType(node, expected);
    }

    <E extends Enum<E>> E oneOf(Node node, String what, Map<String, E> values) {
        if (node instanceof Scalar scalar) {
            E value = values.get(scalar.text());
            if (value != null) {
                return value;
            }
        }
        throw wrongType(node, "one of " + String.join(", ", values.keySet()) + " for " + what);
    }

    WorkerConfigException fault(Place place, String message) {
        return new WorkerConfigException(file, place.line(), place.column(), message);
    }

    private WorkerConfigException wrongType(Node node, String expected) {
        String found = switch (node) {
            case Mapping mapping -> "a mapping";
            case Sequence sequence -> "a list";
            case Scalar scalar -> isEmpty(scalar) ? "nothing" : "'" + scalar.text() + "'";
        };
        return fault(node.place(), "Expected %s but found %s".formatted(expected, found));
    }

    private static boolean isEmpty(Node node) {
        return node instanceof Scalar scalar
                && (scalar.type() == JsonToken.VALUE_NULL || scalar.text().isEmpty());
    }

    private static Optional<Duration> duration(String text) {
        Matcher simple = SIMPLE_DURATION.matcher(text.strip());
        if (simple.matches()) {
            long number = Long.parseLong(simple.group(1));
            return Optional.of(
                    switch (simple.group(2)) {
                        case "ms" -> Duration.ofMillis(number);
                        case "s" -> Duration.ofSeconds(number);
                        case "m" -> Duration.ofMinutes(number);
                        case "h" -> Duration.ofHours(number);
                        default -> Duration.ofDays(number);
                    });
        }
        try {
            return Optional.of(Duration.parse(text.strip()));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
