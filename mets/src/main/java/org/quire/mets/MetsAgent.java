package org.quire.mets;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One {@code mets:agent} of the header: the trace that a processor leaves.
 *
 * @param name for example {@code ocrd-dummy v3.13.3}
 * @param notes in document order
 */
public record MetsAgent(
        String name,
        @Nullable String type,
        @Nullable String role,
        @Nullable String otherRole,
        @Nullable String otherType,
        List<Note> notes) {

    public MetsAgent {
        notes = List.copyOf(notes);
    }

    /** One {@code mets:note}; {@code option} is its {@code ocrd:option} (such as {@code page-id}). */
    public record Note(@Nullable String option, String text) {}
}
