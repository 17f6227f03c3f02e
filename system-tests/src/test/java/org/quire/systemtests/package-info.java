/** Tests of the whole: a real Temporal server, real processors, the official OCR-D client, kill -9; and the benchmark. */
@NullMarked
package org.quire.systemtests;

import org.jspecify.annotations.NullMarked;
