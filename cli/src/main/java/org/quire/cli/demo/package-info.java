/** What the demo does beside running a workflow: its sample book, and a look at the text that came out. */
@NullMarked
package org.quire.cli.demo;

import org.jspecify.annotations.NullMarked;
