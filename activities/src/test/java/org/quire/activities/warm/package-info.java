/** Tests of warm processors with real Python processes. */
@NullMarked
package org.quire.activities.warm;

import org.jspecify.annotations.NullMarked;
