/** Jobs: one step on one unit of pages, the contract of the activity that runs a processor. */
@NullMarked
package org.quire.workflows.job;

import org.jspecify.annotations.NullMarked;
