package org.quire.activities.warm;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Whether an executable can be kept alive between jobs. */
public sealed interface WarmSupport {

    /** @param tool its {@code ocrd-tool.json} entry */
    record Supported(String version, ObjectNode tool) implements WarmSupport {}

    /** @param reason for people */
    record Refused(String reason) implements WarmSupport {}
}
