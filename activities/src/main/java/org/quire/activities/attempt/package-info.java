/** Attempts at activities: signs of life, and the question whether an attempt still counts. */
@NullMarked
package org.quire.activities.attempt;

import org.jspecify.annotations.NullMarked;
