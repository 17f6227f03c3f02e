package org.quire.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** HTTP/1.1 byte by byte, so that what no client library would send can be sent too. One connection for each request. */
public final class RawHttp {

    private static final int LONGEST_ANSWER_MILLIS = 60_000;

    private final int port;

    public RawHttp(int port) {
        this.port = port;
    }

    /** @param headers as {@code Name: value} */
    public record Answer(int status, List<String> headers, String body) {

        public Optional<String> header(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()).strip())
                    .findFirst();
        }
    }

    public Answer get(String target, String... headers) {
        return send("GET", target, new byte[0], headers);
    }

    public Answer post(String target, String... headers) {
        return send("POST", target, new byte[0], headers);
    }

    /** Adds {@code Host} unless it is given, and the length of the body. */
    public Answer send(String method, String target, byte[] body, String... headers) {
        var lines = new ArrayList<String>();
        lines.add(method + " " + target + " HTTP/1.1");
        lines.addAll(List.of(headers));
        if (lines.stream().noneMatch(line -> line.startsWith("Host:"))) {
            lines.add("Host: localhost:" + port);
        }
        if (lines.stream().noneMatch(line -> line.startsWith("Transfer-Encoding:"))
                && (body.length > 0 || !method.equals("GET"))) {
            lines.add("Content-Length: " + body.length);
        }
        lines.add("Connection: close");
        byte[] head = (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return send(all);
    }

    /** Sends these bytes and reads until the server closes the connection. */
    public Answer send(byte[] request) {
        var answer = new ByteArrayOutputStream();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LONGEST_ANSWER_MILLIS);
            write(socket, request);
            socket.getInputStream().transferTo(answer);
        } catch (SocketException e) {
            // The server may have closed without reading on; what it said before counts.
            if (answer.size() == 0) {
                throw new UncheckedIOException(e);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parse(answer.toByteArray());
    }

    private static void write(Socket socket, byte[] request) throws IOException {
        try {
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
        } catch (SocketException e) {
            // It answers before it has read everything, and takes no more.
            return;
        }
    }

    private static Answer parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int headEnd = text.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            throw new IllegalStateException("Expected an HTTP answer, but got: '" + text + "'");
        }
        List<String> head = text.substring(0, headEnd).lines().toList();
        String body = text.substring(headEnd + 4);
        var answer = new Answer(Integer.parseInt(head.getFirst().split(" ")[1]), head.subList(1, head.size()), body);
        return answer.header("Transfer-Encoding").filter("chunked"::equals).isPresent()
                ? new Answer(answer.status(), answer.headers(), joined(body))
                : answer;
    }

    /** Chunks put together; sizes count bytes, so the text is taken apart as bytes. */
    private static String joined(String chunked) {
        byte[] bytes = chunked.getBytes(StandardCharsets.UTF_8);
        var joined = new ByteArrayOutputStream();
        int at = 0;
        while (at < bytes.length) {
            int lineEnd = at;
            while (bytes[lineEnd] != '\r') {
                lineEnd++;
            }
            int size = Integer.parseInt(new String(bytes, at, lineEnd - at, StandardCharsets.US_ASCII), 16);
            joined.write(bytes, lineEnd + 2, size);
            at = lineEnd + 2 + size + 2;
            if (size == 0) {
                break;
            }
        }
        return joined.toString(StandardCharsets.UTF_8);
    }
}
