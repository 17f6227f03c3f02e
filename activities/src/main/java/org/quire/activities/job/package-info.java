/** The activity that runs one processor on one unit of pages: sandbox, run, publish. */
@NullMarked
package org.quire.activities.job;

import org.jspecify.annotations.NullMarked;
