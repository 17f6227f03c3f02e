/** Quire's REST API, as the command uses it. */
@NullMarked
package org.quire.cli.client;

import org.jspecify.annotations.NullMarked;
