/** The private folder of one attempt of a job, and how what was made in it comes into the workspace. */
@NullMarked
package org.quire.activities.sandbox;

import org.jspecify.annotations.NullMarked;
