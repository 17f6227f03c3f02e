/** The all-in-one server: engine, REST server and worker host in one process. */
@NullMarked
package org.quire.cli.server;

import org.jspecify.annotations.NullMarked;
