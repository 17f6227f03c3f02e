/** Which processors this machine has, and how the operator wants them run. */
@NullMarked
package org.quire.activities.catalogue;

import org.jspecify.annotations.NullMarked;
