package org.quire.workflows.workspace;

/** What the owner of a workspace hands on when it continues as new. Its content is the workspace package's own affair. */
public record WorkspaceCarry() {}
