package org.quire.activities.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How an executable answered to {@code --dump-json}. */
sealed interface ToolAnswer {

    /** Its tool description. */
    record Described(ObjectNode tool) implements ToolAnswer {}

    /**
     * It gave none.
     *
     * @param reason one line for the log
     * @param lasting whether the same is to be expected next time
     */
    record Refused(String reason, boolean lasting) implements ToolAnswer {}
}
