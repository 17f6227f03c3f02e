/** Runs: the plan, the state machine and the workflow that executes it. */
@NullMarked
package org.quire.workflows.run;

import org.jspecify.annotations.NullMarked;
