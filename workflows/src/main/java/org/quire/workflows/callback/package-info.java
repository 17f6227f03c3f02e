/** Callbacks to clients, delivered by a workflow of their own. */
@NullMarked
package org.quire.workflows.callback;

import org.jspecify.annotations.NullMarked;
