/** Operating system processes: started in a group of their own, measured, ended with all their children. */
@NullMarked
package org.quire.activities.process;

import org.jspecify.annotations.NullMarked;
