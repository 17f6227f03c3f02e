/** Looks whether what Quire knows, and what is on disk, agree. */
@NullMarked
package org.quire.workflows.checkup;

import org.jspecify.annotations.NullMarked;
