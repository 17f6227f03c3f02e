/** The Temporal server behind an all-in-one Quire: somebody else's, a child process, or one inside this process. */
@NullMarked
package org.quire.cli.engine;

import org.jspecify.annotations.NullMarked;
