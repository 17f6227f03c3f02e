/** Tests of fetching, against a real HTTP server on this machine. */
@NullMarked
package org.quire.activities.fetch;

import org.jspecify.annotations.NullMarked;
