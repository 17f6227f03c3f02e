/** Wires the workers of one machine together: its processors, the engine's workflows and what they call. */
@NullMarked
package org.quire.workerhost;

import org.jspecify.annotations.NullMarked;
