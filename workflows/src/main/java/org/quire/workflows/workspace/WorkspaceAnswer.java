package org.quire.workflows.workspace;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What the owner of a workspace tells a run. Every answer may arrive twice; the second changes nothing. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkspaceAnswer.Granted.class, name = "granted"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.Committed.class, name = "committed"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.CommitFailed.class, name = "commitFailed"),
    @JsonSubTypes.Type(value = WorkspaceAnswer.DependencyFailed.class, name = "dependencyFailed")
})
public sealed interface WorkspaceAnswer {

    /** These units may start. */
    record Granted(List<UnitRange> units) implements WorkspaceAnswer {}

    /** All messages of the run up to this sequence number are in {@code mets.xml} and their pages released. */
    record Committed(long sequence) implements WorkspaceAnswer {}

    /** The delivery of this sequence number can never be committed (its pages are released); the message says why. */
    record CommitFailed(long sequence, String reason) implements WorkspaceAnswer {}

    /** A run or job that this run depends on did not end in SUCCESS. */
    record DependencyFailed(String reason) implements WorkspaceAnswer {}

    /** Units from {@code first} to {@code last}, both included. */
    record UnitRange(int first, int last) {}
}
