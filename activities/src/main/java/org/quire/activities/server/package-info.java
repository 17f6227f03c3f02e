/** Processor Servers of OCR-D before 3.0: their HTTP interface and the database that they share. */
@NullMarked
package org.quire.activities.server;

import org.jspecify.annotations.NullMarked;
