/** METS as OCR-D uses it: read, select pages, make a page view, merge results. Plain Java, no framework. */
@NullMarked
package org.quire.mets;

import org.jspecify.annotations.NullMarked;
