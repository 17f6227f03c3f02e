/**
 * A running Quire that is killed, frozen and starved at random, and the checks that nothing is lost or revived. {@code ./quire chaos}
 * runs it for as long as one likes, {@code ChaosTest} for some minutes.
 */
@NullMarked
package org.quire.systemtests.chaos;

import org.jspecify.annotations.NullMarked;
