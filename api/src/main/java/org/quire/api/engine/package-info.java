/** Calls to Temporal and what may become of them. */
@NullMarked
package org.quire.api.engine;

import org.jspecify.annotations.NullMarked;
