/** Files that {@code mets.xml} knows by URL only: the contract of the activity that brings them into the workspace. */
@NullMarked
package org.quire.workflows.fetch;

import org.jspecify.annotations.NullMarked;
