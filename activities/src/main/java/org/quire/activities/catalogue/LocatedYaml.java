package org.quire.activities.catalogue;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads a YAML file into nodes that know their line and column, so that each complaint can name its place. */
final class LocatedYaml {

    /** A place in the file, counted from 1. */
    record Place(int line, int column) {}

    /** A value of the file. */
    sealed interface Node {
        Place place();
    }

    record Mapping(Map<Key, Node> entries, Place place) implements Node {}

    record Sequence(List<Node> items, Place place) implements Node {}

    record Scalar(String text, JsonToken type, Place place) implements Node {}

    /** A mapping's key; equal by its name alone. */
    record Key(String name, Place place) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    private final Path file;
    private final YAMLParser parser;

    private LocatedYaml(Path file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** The only document of the file; nothing if the file has no content. */
    static Optional<Node> read(Path file) {
        try (var reader = Files.newBufferedReader(file);
                YAMLParser parser = new YAMLFactory().createParser(reader)) {
            return new LocatedYaml(file, parser).document();
        } catch (JsonProcessingException e) {
            throw syntaxFault(file, e);
        } catch (IOException e) {
            throw new WorkerConfigException(file, "Expected a readable file but reading failed: " + e, e);
        }
    }

    /** SnakeYAML knows where the fault is; Jackson's wrapper only how far it had got. */
    private static WorkerConfigException syntaxFault(Path file, JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException cause && cause.getProblemMark() != null) {
            var mark = cause.getProblemMark();
            return new WorkerConfigException(
                    file, mark.getLine() + 1, mark.getColumn() + 1, "Expected YAML but " + cause.getProblem());
        }
        return new WorkerConfigException(file, "Expected YAML but " + e.getOriginalMessage(), e);
    }

    private Optional<Node> document() throws IOException {
        if (parser.nextToken() == null) {
            return Optional.empty();
        }
        Node root = node();
        if (parser.nextToken() != null) {
            throw fault(here(), "Expected one YAML document but a second one starts here");
        }
        return root instanceof Scalar scalar && scalar.text().isEmpty() ? Optional.empty() : Optional.of(root);
    }

    private Node node() throws IOException {
        Place place = here();
        if (parser.isCurrentAlias()) {
            throw fault(place, "Expected a value but found an alias (*" + parser.getText() + "); write it out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(place);
            case START_ARRAY -> sequence(place);
            default -> new Scalar(parser.getText(), parser.currentToken(), place);
        };
    }

    private Mapping mapping(Place place) throws IOException {
        Map<Key, Node> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Key key = new Key(parser.currentName(), here());
            parser.nextToken();
            Node value = node();
            if (entries.put(key, value) != null) {
                throw fault(key.place(), "Expected each key once but '" + key.name() + "' is there again");
            }
        }
        return new Mapping(entries, place);
    }

    private Sequence sequence(Place place) throws IOException {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node());
        }
        return new Sequence(items, place);
    }

    private Place here() {
        JsonLocation location = parser.currentTokenLocation();
        return new Place(location.getLineNr(), location.getColumnNr());
    }

    private WorkerConfigException fault(Place place, String message) {
        return new WorkerConfigException(file, place.line(), place.column(), message);
    }
}
