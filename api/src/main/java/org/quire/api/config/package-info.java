/** The settings of the REST server. */
@NullMarked
package org.quire.api.config;

import org.jspecify.annotations.NullMarked;
