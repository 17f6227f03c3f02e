package org.quire.api.mets;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAgent;
import tools.jackson.databind.JsonNode;

/**
 * Agents as JSON. A note is a pair of attributes and text; OCR-D's client sends the attribute {@code option}, its server answers the
 * name with its namespace.
 */
final class AgentJson {

    private static final String OPTION = "option";
    private static final String ANSWERED_OPTION = "{https://ocr-d.de}option";

    private AgentJson() {}

    record Agents(List<Agent> agents) {

        static Agents of(List<MetsAgent> agents) {
            return new Agents(agents.stream().map(Agent::of).toList());
        }
    }

    record Agent(
            String name,
            @Nullable String type,
            @Nullable String role,
            @Nullable String otherrole,
            @Nullable String othertype,
            List<List<@Nullable Object>> notes) {

        static Agent of(MetsAgent agent) {
            return new Agent(
                    agent.name(),
                    agent.type(),
                    agent.role(),
                    agent.otherRole(),
                    agent.otherType(),
                    agent.notes().stream().map(Agent::note).toList());
        }

        private static List<@Nullable Object> note(MetsAgent.Note note) {
            Map<String, String> attributes = new LinkedHashMap<>();
            if (note.option() != null) {
                attributes.put(ANSWERED_OPTION, note.option());
            }
            List<@Nullable Object> pair = new ArrayList<>();
            pair.add(attributes);
            pair.add(note.text().isEmpty() ? null : note.text());
            return pair;
        }
    }

    /** @throws BadMetsRequest if a field is missing or has another type */
    static MetsAgent parse(@Nullable JsonNode json) {
        if (json == null || !json.isObject()) {
            throw new BadMetsRequest("Expected an agent as a JSON object, but got " + kind(json) + ".");
        }
        return new MetsAgent(
                required(json, "name"),
                required(json, "type"),
                required(json, "role"),
                optional(json, "otherrole"),
                required(json, "othertype"),
                notes(field(json, "notes")));
    }

    private static List<MetsAgent.Note> notes(JsonNode notes) {
        if (notes.isNull()) {
            return List.of();
        }
        if (!notes.isArray()) {
            throw new BadMetsRequest("Expected the agent's notes as a list, but got " + kind(notes) + ".");
        }
        List<MetsAgent.Note> all = new ArrayList<>();
        for (JsonNode note : notes) {
            boolean isPair = note.isArray()
                    && note.size() == 2
                    && note.get(0).isObject()
                    && (note.get(1).isNull() || note.get(1).isString());
            if (!isPair) {
                throw new BadMetsRequest(
                        "Expected each note as a pair of attributes and text, but got " + kind(note) + ".");
            }
            JsonNode text = note.get(1);
            all.add(new MetsAgent.Note(option(note.get(0)), text.isNull() ? "" : text.stringValue()));
        }
        return all;
    }

    private static @Nullable String option(JsonNode attributes) {
        JsonNode option = attributes.has(OPTION) ? attributes.get(OPTION) : attributes.get(ANSWERED_OPTION);
        if (option == null) {
            return null;
        }
        if (!option.isString()) {
            throw new BadMetsRequest("Expected the option of a note as a string, but got " + kind(option) + ".");
        }
        return option.stringValue();
    }

    private static JsonNode field(JsonNode json, String name) {
        JsonNode field = json.get(name);
        if (field == null) {
            throw new BadMetsRequest("Expected the field " + name + " of the agent, but it is missing.");
        }
        return field;
    }

    private static String required(JsonNode json, String name) {
        String value = optional(json, name);
        if (value == null) {
            throw new BadMetsRequest("Expected the field " + name + " of the agent as a string, but it is null.");
        }
        return value;
    }

    private static @Nullable String optional(JsonNode json, String name) {
        JsonNode field = field(json, name);
        if (!field.isNull() && !field.isString()) {
            throw new BadMetsRequest(
                    "Expected the field " + name + " of the agent as a string, but got " + kind(field) + ".");
        }
        return field.isNull() ? null : field.stringValue();
    }

    private static String kind(@Nullable JsonNode json) {
        return json == null ? "nothing" : json.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
