package org.quire.cli.engine;

import java.net.URI;
import java.util.Optional;

/** A Temporal server that answers. Closing it ends what this process has started for it and nothing else. */
public sealed interface Engine extends AutoCloseable permits ConfiguredEngine, ChildEngine, InProcessEngine {

    /** Where its gRPC front end is, {@code HOST:PORT}. */
    String target();

    /** Address of its web page; empty if it has none or this process doesn't know it. */
    Optional<URI> webUi();

    /** What it is, for people: half a sentence. */
    String description();

    /** What people should know before they trust it with their runs; empty if nothing. */
    Optional<String> warning();

    @Override
    void close();

    /** The engine of this choice, started if it has to be. Returns when it answers. */
    static Engine start(EngineChoice choice) {
        return switch (choice) {
            case EngineChoice.Address address -> new ConfiguredEngine(address.target());
            case EngineChoice.Binary binary -> ChildEngine.start(binary.executable(), binary.folder());
            case EngineChoice.InProcess inProcess -> InProcessEngine.start();
        };
    }
}
