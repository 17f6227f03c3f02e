/** Workflow scripts as OCR-D writes them: their grammar, and the stored ones. */
@NullMarked
package org.quire.api.script;

import org.jspecify.annotations.NullMarked;
