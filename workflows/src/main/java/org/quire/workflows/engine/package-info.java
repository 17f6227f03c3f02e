/** Names and conversions shared by everybody who talks to Temporal, and the layout of the data folder. */
@NullMarked
package org.quire.workflows.engine;

import org.jspecify.annotations.NullMarked;
