/** Compares what Quire knows with what is on disk, and repairs what it safely can. */
@NullMarked
package org.quire.activities.checkup;

import org.jspecify.annotations.NullMarked;
