package org.quire.api.web;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** What Tomcat refuses by itself, such as a malformed request line, as a problem and not as a page of HTML. */
public final class ProblemValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, Throwable fault) {
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (status == null || !status.isError() || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        byte[] json = ProblemText.json(status, ServerFaults.detail(status));
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setContentLength(json.length);
            response.getOutputStream().write(json);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // The client has gone, or something was sent already: there is nobody to tell.
            container.getLogger().debug("No answer could be written", e);
        }
    }
}
