/** Tests of sandboxes and of what comes out of them. */
@NullMarked
package org.quire.activities.sandbox;

import org.jspecify.annotations.NullMarked;
