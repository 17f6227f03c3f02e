package org.quire.api.web;

import java.util.Map;
import org.springframework.http.HttpStatus;

/** Words for faults that no controller has seen: what the web server itself refuses. */
final class ServerFaults {

    private static final Map<HttpStatus, String> WORDS = Map.of(
            HttpStatus.BAD_REQUEST,
            "Expected an HTTP request whose path, parameters and headers are encoded as HTTP has it and are together below 512"
                    + " KB; send a longer page_id as a field of the form.",
            HttpStatus.NOT_FOUND,
            "There is nothing at this address; /docs shows what there is.",
            HttpStatus.METHOD_NOT_ALLOWED,
            "Expected another method at this address; /docs shows what there is.",
            HttpStatus.CONTENT_TOO_LARGE,
            "Expected a smaller body (quire.max-request-size).",
            HttpStatus.URI_TOO_LONG,
            "Expected an address and headers below 512 KB; send a longer page_id as a field of the form.",
            HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "Expected an address and headers below 512 KB; send a longer page_id as a field of the form.",
            HttpStatus.NOT_IMPLEMENTED,
            "Expected a method and a transfer encoding that HTTP/1.1 servers know.",
            HttpStatus.SERVICE_UNAVAILABLE,
            "The server is starting or ending; try again.");

    private ServerFaults() {}

    static String detail(HttpStatus status) {
        return WORDS.getOrDefault(
                status,
                status.is4xxClientError()
                        ? "The server refuses the request: " + status.getReasonPhrase() + "."
                        : "Unexpected fault; the server's log has more.");
    }
}
