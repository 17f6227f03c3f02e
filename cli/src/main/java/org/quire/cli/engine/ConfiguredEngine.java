package org.quire.cli.engine;

import java.net.URI;
import java.util.Optional;

/** A Temporal server that somebody else runs. Whether it answers is the worker host's affair, which waits for it. */
record ConfiguredEngine(String target) implements Engine {

    @Override
    public Optional<URI> webUi() {
        return Optional.empty();
    }

    @Override
    public String description() {
        return "the Temporal server at " + target;
    }

    @Override
    public Optional<String> warning() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Somebody else's.
    }
}
