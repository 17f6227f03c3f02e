/** Starts checkups and says what they found. */
@NullMarked
package org.quire.api.checkup;

import org.jspecify.annotations.NullMarked;
