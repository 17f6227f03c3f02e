package org.quire.workflows.workspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a workspace tells a run. Every answer may arrive twice; the second changes nothing. Answers name the epoch of the
 * message that they answer (see {@link WorkspaceMessage}); one for another epoch than the run's own counts no more.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkspaceAnswer.Granted.class, name = "granted"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.Committed.class, name = "committed"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.CommitFailed.class, name = "commitFailed"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.DependencyFailed.class, name = "dependencyFailed"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.ReturnAsked.class, name = "returnAsked"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.Restored.class, name = "restored")
})
public sealed interface WorkspaceAnswer {

    /** Null: it counts whatever the epoch of the run. */
    @Nullable
    Long epoch();

    /** These units may start. */
    record Granted(List<UnitRange> units, @Nullable Long epoch) implements WorkspaceAnswer {

        public Granted(List<UnitRange> units) {
            this(units, null);
        }
    }

    /** All messages of the run up to this sequence number are in {@code mets.xml} and their pages released. */
    record Committed(long sequence, @Nullable Long epoch) implements WorkspaceAnswer {

        public Committed(long sequence) {
            this(sequence, null);
        }
    }

    /** The delivery of this sequence number can never be committed (its pages are released); the message says why. */
    record CommitFailed(
            long sequence, String reason, @Nullable Long epoch) implements WorkspaceAnswer {

        public CommitFailed(long sequence, String reason) {
            this(sequence, reason, null);
        }
    }

    /** A run or job that this run depends on did not end in SUCCESS. */
    record DependencyFailed(String reason) implements WorkspaceAnswer {

        @Override
        public @Nullable Long epoch() {
            return null;
        }
    }

    /**
     * The owner does not know the run, or misses a message of it: the run has to register again and say where it stands.
     *
     * @param epoch null: whichever the run's is
     * @param asker what the registration has to repeat, so that one from before the question can be told from the answer; null: nothing
     */
    record ReturnAsked(@Nullable Long epoch, @Nullable String asker) implements WorkspaceAnswer {}

    /**
     * Where the run stands: it holds these units and no others, and all its messages up to this number are acted on and committed.
     */
    record Restored(
            long sequence, List<UnitRange> units, @Nullable Long epoch) implements WorkspaceAnswer {}

    /** Units from {@code first} to {@code last}, both included. */
    record UnitRange(int first, int last) {}
}
