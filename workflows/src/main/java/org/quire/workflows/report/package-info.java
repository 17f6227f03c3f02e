/** What stays of a run when Temporal's retention is over. */
@NullMarked
package org.quire.workflows.report;

import org.jspecify.annotations.NullMarked;
