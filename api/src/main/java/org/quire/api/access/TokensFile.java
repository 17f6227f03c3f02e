package org.quire.api.access;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tokens in a file that only its owner can read: {@code ROLE=TOKEN} on each line. What is in it is never logged. */
final class TokensFile {

    private static final Logger LOG = LoggerFactory.getLogger(TokensFile.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final int BYTES = 32;

    private final Path file;

    TokensFile(Path file) {
        this.file = file;
    }

    /**
     * The tokens of the file, which is made with one for each role if it is missing.
     *
     * @throws UncheckedIOException if it can be neither read nor made
     * @throws IllegalArgumentException if it has something else than roles in it
     */
    Map<Role, List<String>> readOrMake() {
        try {
            if (!Files.exists(file)) {
                make();
            }
            warnIfOthersCanRead();
            var properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            return byRole(properties);
        } catch (IOException e) {
            throw new UncheckedIOException("The file of tokens " + file + " can't be used", e);
        }
    }

    private Map<Role, List<String>> byRole(Properties properties) {
        var tokens = new EnumMap<Role, List<String>>(Role.class);
        for (Role role : Role.values()) {
            Object token = properties.remove(role.word());
            tokens.put(role, token == null ? List.of() : List.of(token.toString()));
        }
        if (!properties.isEmpty() || tokens.values().stream().allMatch(List::isEmpty)) {
            throw new IllegalArgumentException("Expected lines ROLE=TOKEN with the roles read, submit and admin in "
                    + file + ", but it has " + (properties.isEmpty() ? "none." : "also other names."));
        }
        return tokens;
    }

    private void make() throws IOException {
        String text = "# Made by Quire. Replace a token here and start the server anew.\n"
                + Arrays.stream(Role.values())
                        .map(role -> role.word() + "=" + random() + "\n")
                        .collect(Collectors.joining());
        Files.createDirectories(file.toAbsolutePath().getParent());
        // From the first moment on nobody else can read it.
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{} was made by another server just now", file);
        }
    }

    private void warnIfOthersCanRead() throws IOException {
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            LOG.warn("The tokens in {} can be read by others on this machine; chmod 600 it", file);
        }
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
