/** What worker hosts say of the processors that they run. */
@NullMarked
package org.quire.workflows.registry;

import org.jspecify.annotations.NullMarked;
