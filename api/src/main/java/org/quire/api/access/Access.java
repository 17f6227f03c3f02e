package org.quire.api.access;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.engine.DataLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this server wants tokens, and which. Decided once, at its start. */
public final class Access {

    private static final Logger LOG = LoggerFactory.getLogger(Access.class);

    private final boolean loopback;
    private final @Nullable KnownTokens tokens;
    private final @Nullable Path file;

    private Access(boolean loopback, @Nullable KnownTokens tokens, @Nullable Path file) {
        this.loopback = loopback;
        this.tokens = tokens;
        this.file = file;
    }

    /** @param address where the server listens; null: at every address */
    static Access of(AuthProperties settings, @Nullable InetAddress address, DataLayout layout) {
        boolean loopback = address != null && address.isLoopbackAddress();
        Boolean enabled = settings.enabled();
        if (!(enabled == null ? !loopback : enabled)) {
            if (!loopback) {
                LOG.warn("Everybody who reaches this server may use it (quire.auth.enabled=false)");
            }
            return new Access(loopback, null, null);
        }
        if (!settings.tokens().isEmpty()) {
            return new Access(loopback, new KnownTokens(settings.tokens().byRole()), null);
        }
        Path file = settings.tokensFile() == null ? layout.tokens() : settings.tokensFile();
        return new Access(loopback, new KnownTokens(new TokensFile(file).readOrMake()), file);
    }

    /** Empty: no token is needed. */
    Optional<KnownTokens> tokens() {
        return Optional.ofNullable(tokens);
    }

    boolean loopback() {
        return loopback;
    }

    /** A sentence for whoever starts the server; empty if no token is needed. */
    public Optional<String> announcement() {
        if (tokens == null) {
            return Optional.empty();
        }
        return Optional.of("Clients need a token: "
                + (file == null ? "those of quire.auth.tokens." : "see " + file.toAbsolutePath() + "."));
    }
}
