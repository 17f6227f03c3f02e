/** The orderly end of the server on request. */
@NullMarked
package org.quire.api.lifecycle;

import org.jspecify.annotations.NullMarked;
