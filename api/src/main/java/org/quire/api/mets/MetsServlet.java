package org.quire.api.mets;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.quire.mets.session.MetsSession;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The METS server's protocol as HTTP, for one workspace. */
final class MetsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(MetsServlet.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final transient MetsSession session;
    private final transient Runnable stop;
    private final transient ReadWriteLock working = new ReentrantReadWriteLock();
    private final AtomicLong usedAt = new AtomicLong(System.nanoTime());

    /** @param stop called when a client asks the server to end, after it was answered */
    MetsServlet(MetsSession session, Runnable stop) {
        this.session = session;
        this.stop = stop;
    }

    /** The value of {@link System#nanoTime} when the last request was answered. */
    long usedAt() {
        return usedAt.get();
    }

    /** Held for writing while no request is answered. */
    ReadWriteLock working() {
        return working;
    }

    @Override
    protected void service(HttpServletRequest http, HttpServletResponse answer) throws IOException {
        working.readLock().lock();
        boolean stops;
        try {
            MetsAnswer said = answer(http);
            write(said, answer);
            stops = MetsProtocol.isStop(http.getMethod(), path(http)) && !(said instanceof MetsAnswer.Fault);
        } finally {
            usedAt.set(System.nanoTime());
            working.readLock().unlock();
        }
        if (stops) {
            stop.run();
        }
    }

    private MetsAnswer answer(HttpServletRequest http) {
        // Any page in a browser of this machine could send forms to a local port; OCR-D's client is no browser.
        if (http.getHeader("Origin") != null || http.getHeader("Sec-Fetch-Site") != null) {
            return new MetsAnswer.Fault(
                    HttpServletResponse.SC_FORBIDDEN,
                    "Expected a program that speaks to a METS server, but got a browser.");
        }
        try {
            return MetsProtocol.guarded(() -> MetsProtocol.answer(session, request(http)));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Unexpected fault", e);
            return new MetsAnswer.Fault(
                    HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "Unexpected fault; the server's log has more.");
        }
    }

    private static MetsRequest request(HttpServletRequest http) throws IOException {
        boolean hasJson = http.getMethod().equals("POST") && path(http).equals("agent");
        return new MetsRequest(http.getMethod(), path(http), values(http), hasJson ? json(http) : null);
    }

    private static Map<String, String> values(HttpServletRequest http) throws IOException {
        http.setCharacterEncoding(StandardCharsets.UTF_8.name());
        Map<String, String> values = new HashMap<>();
        try {
            http.getParameterMap().forEach((name, all) -> values.put(name, all[0]));
        } catch (IllegalStateException e) {
            throw new BadMetsRequest("Expected percent-encoded parameters in UTF-8, but they can't be read.");
        }
        return values;
    }

    private static String path(HttpServletRequest http) {
        return http.getRequestURI().replaceFirst("^/+", "");
    }

    private static @Nullable JsonNode json(HttpServletRequest http) throws IOException {
        try {
            return JSON.readTree(http.getInputStream().readAllBytes());
        } catch (JacksonException e) {
            throw new BadMetsRequest("Expected a JSON body, but it can't be read: " + e.getOriginalMessage());
        }
    }

    private static void write(MetsAnswer said, HttpServletResponse answer) throws IOException {
        switch (said) {
            case MetsAnswer.Text text ->
                send(answer, "text/plain;charset=utf-8", text.text().getBytes(StandardCharsets.UTF_8));
            case MetsAnswer.Json json -> send(answer, "application/json", JSON.writeValueAsBytes(json.body()));
            case MetsAnswer.Fault fault -> {
                answer.setStatus(fault.status());
                byte[] body = JSON.writeValueAsBytes(Map.of("status", fault.status(), "detail", fault.detail()));
                send(answer, "application/problem+json", body);
            }
        }
    }

    private static void send(HttpServletResponse answer, String type, byte[] body) throws IOException {
        answer.setContentType(type);
        answer.setContentLength(body.length);
        answer.getOutputStream().write(body);
        answer.flushBuffer();
    }
}
