/** A METS that several programs read and add to while it is open: what OCR-D's METS server offers, made durable. */
@NullMarked
package org.quire.mets.session;

import org.jspecify.annotations.NullMarked;
