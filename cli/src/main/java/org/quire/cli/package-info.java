/** The {@code quire} command: an all-in-one server, and a client for people. */
@NullMarked
package org.quire.cli;

import org.jspecify.annotations.NullMarked;
