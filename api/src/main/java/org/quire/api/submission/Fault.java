package org.quire.api.submission;

/** One thing that is wrong with a request. */
public record Fault(Kind kind, String message) {

    /** What a fault is about, the most basic first: the first kind among a request's faults decides its HTTP status. */
    public enum Kind {
        METS_MISSING(404),
        OUTSIDE_ROOTS(403),
        NOT_FOUND(404),
        BAD_SCRIPT(422),
        BAD_REQUEST(422),
        BAD_METS(422),
        INPUT_MISSING(422),
        UNKNOWN_PROCESSOR(422),
        NO_WORKER(406),
        BAD_PARAMETERS(400),
        BAD_GROUPS(422),
        OUTPUT_EXISTS(422),
        BAD_PAGES(422),
        TOO_LARGE(413);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** The HTTP status that this kind stands for. */
        public int status() {
            return status;
        }
    }
}
