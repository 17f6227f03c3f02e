/** What a request must satisfy before it becomes the plan of a run. */
@NullMarked
package org.quire.api.submission;

import org.jspecify.annotations.NullMarked;
