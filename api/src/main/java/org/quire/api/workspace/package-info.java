/** Where workspaces may lie and who holds their pages. */
@NullMarked
package org.quire.api.workspace;

import org.jspecify.annotations.NullMarked;
