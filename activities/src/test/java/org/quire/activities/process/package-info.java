/** Tests of process groups. */
@NullMarked
package org.quire.activities.process;

import org.jspecify.annotations.NullMarked;
