/** Callbacks to clients over HTTP. */
@NullMarked
package org.quire.activities.callback;

import org.jspecify.annotations.NullMarked;
