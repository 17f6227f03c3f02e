package org.quire.api.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Faults that were sent past the controllers, by filters or the servlet container. */
@Hidden
@Controller
class SentErrors implements ErrorController {

    @RequestMapping("${server.error.path:/error}")
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        @Nullable Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Nothing was sent if somebody asks for this address itself.
        HttpStatus status = code instanceof Integer number ? HttpStatus.valueOf(number) : HttpStatus.NOT_FOUND;
        ProblemText.write(response, status, ServerFaults.detail(status));
    }
}
