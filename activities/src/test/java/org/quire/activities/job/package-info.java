/** Tests of jobs with real processes. */
@NullMarked
package org.quire.activities.job;

import org.jspecify.annotations.NullMarked;
