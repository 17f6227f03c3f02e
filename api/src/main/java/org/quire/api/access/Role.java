package org.quire.api.access;

import java.util.Locale;

/** What a token allows; each role may also do what the ones before it may. */
enum Role {
    /** Look at runs, jobs, logs and processors. */
    READ,
    /** Start runs and end them, store scripts. */
    SUBMIT,
    /** End the server. */
    ADMIN;

    /** How it is called by people, in configuration and as the user name of HTTP Basic. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
