package org.quire.api.mets;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The file of a Unix domain socket. A killed server leaves it behind, and nobody can listen there until it is removed. */
final class SocketFile {

    private SocketFile() {}

    /**
     * Removes what a killed server has left.
     *
     * @throws FileAlreadyExistsException if somebody listens there, or if it is no socket
     */
    static void clear(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean isSocket = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
        if (!isSocket) {
            throw new FileAlreadyExistsException("Expected no file or a socket at " + path
                    + ", but another kind of file is there. Name another path.");
        }
        if (listens(path)) {
            throw new FileAlreadyExistsException(
                    "Expected nobody at " + path + ", but a server listens there. End it, or name another path.");
        }
        Files.deleteIfExists(path);
    }

    private static boolean listens(Path path) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
