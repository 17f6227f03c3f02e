/** A test on a real server that needs what only this package may. */
@NullMarked
package org.quire.workflows.workspace;

import org.jspecify.annotations.NullMarked;
