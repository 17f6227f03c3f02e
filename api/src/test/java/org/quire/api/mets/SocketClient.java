package org.quire.api.mets;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** One HTTP request on a Unix domain socket, one connection each, as OCR-D's client does. */
record SocketClient(Path socket) {

    record Answer(int status, String head, String body) {}

    Answer get(String path) throws IOException {
        return send("GET", path, "", "");
    }

    Answer send(String method, String path, String type, String content) throws IOException {
        byte[] body = content.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                + body.length + "\r\n" + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n") + "\r\n";
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            write(channel, head.getBytes(StandardCharsets.UTF_8));
            write(channel, body);
            String all = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            int end = all.indexOf("\r\n\r\n");
            return new Answer(Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
