/** Workspaces: page locks, dependencies and the workflow that owns one mets.xml. */
@NullMarked
package org.quire.workflows.workspace;

import org.jspecify.annotations.NullMarked;
