package org.quire.api.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Problem details (RFC 9457) for what is refused before a controller is reached. */
public final class ProblemText {

    private static final JsonMapper JSON = JsonMapper.shared();

    private ProblemText() {}

    /** The JSON of a problem. */
    static byte[] json(HttpStatus status, String detail) {
        var problem = new LinkedHashMap<String, Object>();
        problem.put("title", status.getReasonPhrase());
        problem.put("status", status.value());
        problem.put("detail", detail);
        return JSON.writeValueAsString(problem).getBytes(StandardCharsets.UTF_8);
    }

    /** Answers with a problem and nothing else. */
    public static void write(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        byte[] json = json(status, detail);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
