/** Fetches the files that {@code mets.xml} knows by URL only, over HTTP, into the workspace. */
@NullMarked
package org.quire.activities.fetch;

import org.jspecify.annotations.NullMarked;
