/** Python processors that stay alive between jobs, so that imports and models are loaded once. */
@NullMarked
package org.quire.activities.warm;

import org.jspecify.annotations.NullMarked;
