package org.quire.api.web;

import java.util.Objects;

/** The version of this build, as its jar says. */
final class Version {

    /** {@code development} when it does not run from a jar. */
    static final String CURRENT =
            Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");

    private Version() {}
}
