package org.quire.api.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.quire.api.config.ApiProperties;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/** Bounds what a request's body may take in memory, whether it says its length beforehand or not. */
@Component
final class RequestSizeLimit extends OncePerRequestFilter {

    private final DataSize limit;

    RequestSizeLimit(ApiProperties properties) {
        this.limit = properties.maxRequestSize();
    }

    /** Thrown while a body is read. */
    static final class TooLarge extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLarge(DataSize limit) {
            super(words(limit));
        }

        private static String words(DataSize limit) {
            return "Expected a body of at most " + limit.toKilobytes()
                    + " KB (quire.max-request-size), but it is larger; parameters are for settings, and scripts and page"
                    + " lists for text.";
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit.toBytes()) {
            ProblemText.write(response, HttpStatus.CONTENT_TOO_LARGE, TooLarge.words(limit));
            return;
        }
        chain.doFilter(request.getContentLengthLong() < 0 ? new Bounded(request, limit) : request, response);
    }

    /** A request that counts what is read of its body. */
    private static final class Bounded extends HttpServletRequestWrapper {

        private final DataSize limit;

        Bounded(HttpServletRequest request, DataSize limit) {
            super(request);
            this.limit = limit;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new Counted(super.getInputStream(), limit);
        }
    }

    private static final class Counted extends ServletInputStream {

        private final ServletInputStream body;
        private final DataSize limit;
        private long read;

        Counted(ServletInputStream body, DataSize limit) {
            this.body = body;
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            int next = body.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] into, int at, int most) throws IOException {
            int got = body.read(into, at, most);
            count(got);
            return got;
        }

        private void count(int got) {
            read += Math.max(got, 0);
            if (read > limit.toBytes()) {
                throw new TooLarge(limit);
            }
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}
