/** The REST server: puts the features together and starts them alone. */
@NullMarked
package org.quire.api;

import org.jspecify.annotations.NullMarked;
