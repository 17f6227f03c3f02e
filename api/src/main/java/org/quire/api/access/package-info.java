/** Who may do what: tokens, their roles, and requests that web pages send on somebody's behalf. */
@NullMarked
package org.quire.api.access;

import org.jspecify.annotations.NullMarked;
