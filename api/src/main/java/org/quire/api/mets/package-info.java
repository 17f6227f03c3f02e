/** OCR-D's METS server: its protocol, and the two doors to it. */
@NullMarked
package org.quire.api.mets;

import org.jspecify.annotations.NullMarked;
