/** Reports of ended runs, kept as files in the data folder. */
@NullMarked
package org.quire.activities.report;

import org.jspecify.annotations.NullMarked;
