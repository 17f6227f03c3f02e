/** The description of the REST API: what the code says of it, and the texts and examples beside. */
@NullMarked
package org.quire.api.documentation;

import org.jspecify.annotations.NullMarked;
