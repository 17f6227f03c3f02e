package org.quire.api.mets;

/** What the METS server's protocol answers, before a door puts it into its own form. */
sealed interface MetsAnswer {

    record Text(String text) implements MetsAnswer {}

    record Json(Object body) implements MetsAnswer {}

    /** @param status of HTTP, 4xx or 5xx */
    record Fault(int status, String detail) implements MetsAnswer {}
}
