package org.quire.api.mets;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One request of the METS server's protocol, whichever door it came through.
 *
 * @param path without a leading slash; empty: the server itself
 * @param values query parameters or form fields; those without a value are left out
 * @param json a JSON body; null: none
 */
record MetsRequest(
        String method,
        String path,
        Map<String, String> values,
        @Nullable JsonNode json) {}
