package org.quire.cli.engine;

import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.net.URI;
import java.util.Optional;

/** Temporal's test server inside this process, for machines without a real one. */
final class InProcessEngine implements Engine {

    private final PortBoundTestServer server;
    private final int port;

    private InProcessEngine(PortBoundTestServer server, int port) {
        this.server = server;
        this.port = port;
    }

    static InProcessEngine start() {
        int port = EnginePorts.free();
        // Real time: skipping it would end every timeout at once.
        return new InProcessEngine(TestServer.createPortBoundServer(port, true), port);
    }

    @Override
    public String target() {
        return "127.0.0.1:" + port;
    }

    @Override
    public Optional<URI> webUi() {
        return Optional.empty();
    }

    @Override
    public String description() {
        return "Temporal's in-process test server";
    }

    @Override
    public Optional<String> warning() {
        return Optional.of(
                "No Temporal server was found, so runs live only as long as this process and there is no Temporal Web UI;"
                        + " install `temporal` (docs.temporal.io/cli) to keep them.");
    }

    @Override
    public void close() {
        server.close();
    }
}
