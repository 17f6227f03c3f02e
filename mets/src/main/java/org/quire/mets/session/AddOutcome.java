package org.quire.mets.session;

import org.quire.mets.MetsFile;

/** What became of a file that somebody wanted to add. */
public sealed interface AddOutcome {

    /** It is durable. */
    record Added(MetsFile file) implements AddOutcome {}

    /** The group has another entry of this id; the message is that of OCR-D. */
    record Conflict(String message) implements AddOutcome {}

    /** It can't be in a METS at all. */
    record Invalid(String message) implements AddOutcome {}
}
