/** What the owner of a workspace and those who talk to it need from the world: messages, commits, look-ups. */
@NullMarked
package org.quire.activities.workspace;

import org.jspecify.annotations.NullMarked;
