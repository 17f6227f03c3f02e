package org.quire.workflows.workspace;

/**
 * Names of the changes made to the logic of {@link WorkspaceWorkflowImpl} since its first release, for {@code Workflow.getVersion}.
 *
 * <p>A change that alters which commands a recorded history leads to gets a constant here, with a comment that says what changed and from
 * which release on the old branch may go. Histories under {@code src/test/resources/histories} hold this to account.
 */
final class WorkspaceVersions {

    /**
     * From 1 on a workflow that starts without a memory asks whether the one before it lost its own, and calls the runs back. From 2 on it
     * takes only what was said after that for an answer.
     */
    static final String ROLL_CALL = "roll-call";

    /** From 1 on a workflow that wants to continue as new sends nothing more; under load it never came to an end of sending. */
    static final String HAND_OVER_UNDER_LOAD = "hand-over-under-load";

    private WorkspaceVersions() {}
}
