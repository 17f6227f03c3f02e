package org.quire.cli.client;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A {@code multipart/form-data} body with one text file (RFC 7578). */
record MultipartBody(String boundary, String field, String fileName, String text) {

    static MultipartBody ofFile(String field, String fileName, String text) {
        return new MultipartBody("quire-" + UUID.randomUUID(), field, fileName, text);
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    HttpRequest.BodyPublisher publisher() {
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\""
                + fileName.replaceAll("[\"\\r\\n]", "_") + "\"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n"
                + text
                + "\r\n--" + boundary + "--\r\n";
        return HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8);
    }
}
