/** What the system tests stand on: child processes, a REST client, books, and a processor that records when it ran. */
@NullMarked
package org.quire.systemtests.harness;

import org.jspecify.annotations.NullMarked;
