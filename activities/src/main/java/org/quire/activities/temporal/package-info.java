/** What activities ask of Temporal itself: whether their attempt still counts, which workflows there are. */
@NullMarked
package org.quire.activities.temporal;

import org.jspecify.annotations.NullMarked;
