package org.quire.mets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By what a file can be told from any other: what METS says in {@code CHECKSUM}, {@code CHECKSUMTYPE} and {@code SIZE}. Only SHA-256 is
 * understood, the one of METS's list that preservation systems all take.
 *
 * @param sha256 64 hexadecimal digits, lower case; empty: {@link #UNKNOWN}
 * @param size in bytes; -1: not said
 */
public record Fixity(String sha256, long size) {

    /** The {@code CHECKSUMTYPE}. */
    public static final String TYPE = "SHA-256";

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** Of an entry whose content was replaced by somebody who did not say by what: an older checksum no longer holds. */
    public static final Fixity UNKNOWN = new Fixity("", -1);

    private static final int BUFFER_BYTES = 64 * 1024;

    public Fixity {
        if (!sha256.isEmpty() && !DIGEST.matcher(sha256).matches()) {
            throw new IllegalArgumentException(
                    "Expected 64 hexadecimal digits in lower case, but got '" + sha256 + "'.");
        }
        size = Math.max(-1, size);
    }

    /** Reads the file once. */
    public static Fixity of(Path file) throws IOException {
        MessageDigest digest = newDigest();
        long size = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                size += read;
            }
        }
        return new Fixity(HexFormat.of().formatHex(digest.digest()), size);
    }

    /** What a {@code mets:file} says; null: nothing, or nothing that is understood. */
    static @Nullable Fixity of(@Nullable String type, @Nullable String checksum, @Nullable String size) {
        if (!TYPE.equals(type) || checksum == null) {
            return null;
        }
        String digest = checksum.strip().toLowerCase(Locale.ROOT);
        return DIGEST.matcher(digest).matches() ? new Fixity(digest, bytes(size)) : null;
    }

    private static long bytes(@Nullable String size) {
        try {
            return size == null ? -1 : Long.parseLong(size.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether a file is the one that this describes. */
    public boolean fits(Path file) throws IOException {
        boolean sizeFits = size < 0 || Files.size(file) == size;
        return sizeFits && of(file).sha256.equals(sha256);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(TYPE);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Expected every Java platform to have SHA-256.", e);
        }
    }
}
