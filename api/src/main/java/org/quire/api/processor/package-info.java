/** Processors that live workers offer, and their parameters. */
@NullMarked
package org.quire.api.processor;

import org.jspecify.annotations.NullMarked;
