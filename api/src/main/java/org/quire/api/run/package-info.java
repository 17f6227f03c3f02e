/** Starting, reading and ending runs, and their answers on the wire. */
@NullMarked
package org.quire.api.run;

import org.jspecify.annotations.NullMarked;
