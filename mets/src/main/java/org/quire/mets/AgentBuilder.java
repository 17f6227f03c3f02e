package org.quire.mets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gathers one {@code mets:agent} while its element is read. */
final class AgentBuilder {

    private final @Nullable String type;
    private final @Nullable String role;
    private final @Nullable String otherRole;
    private final @Nullable String otherType;
    private final List<MetsAgent.Note> notes = new ArrayList<>();
    private String name = "";
    private @Nullable String option;

    AgentBuilder(Function<String, @Nullable String> attributes) {
        type = attributes.apply("TYPE");
        role = attributes.apply("ROLE");
        otherRole = attributes.apply("OTHERROLE");
        otherType = attributes.apply("OTHERTYPE");
    }

    void name(String text) {
        name = text;
    }

    void openNote(@Nullable String noteOption) {
        option = noteOption;
    }

    void closeNote(String text) {
        notes.add(new MetsAgent.Note(option, text));
    }

    MetsAgent build() {
        return new MetsAgent(name, type, role, otherRole, otherType, notes);
    }
}
