package org.quire.api.mets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.JsonErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsLock;
import org.quire.mets.session.MetsSession;
import org.quire.mets.session.MetsSessions;
import org.quire.mets.session.SavePolicy;
import org.springframework.util.FileSystemUtils;

/** OCR-D's METS server for one workspace, on a Unix domain socket or a local port; without Spring and without an engine. */
public final class MetsServer implements AutoCloseable {

    /** A page expression may name each page of a large book. */
    private static final String HEADER_BYTES = "524288";

    private static final String THREADS = "16";

    /** Owner and group: whoever may connect may write the METS. */
    private static final String PERMISSIONS = "rw-rw----";

    private static final Duration LAST_REQUESTS = Duration.ofSeconds(10);

    private final MetsAddress address;
    private final MetsSession session;
    private final ScheduledExecutorService timer;
    private final MetsServlet servlet;
    private final Tomcat tomcat;
    private final Path scratch;
    private final CountDownLatch stopped;

    private MetsServer(MetsAddress address, MetsSession session, ScheduledExecutorService timer) throws IOException {
        this.address = address;
        this.session = session;
        this.timer = timer;
        stopped = new CountDownLatch(1);
        servlet = new MetsServlet(session, stopped::countDown);
        scratch = Files.createTempDirectory("quire-mets-");
        tomcat = tomcat();
    }

    /**
     * Returns when it listens.
     *
     * @throws IOException if the METS can't be read, or somebody else listens there; with a sentence
     */
    public static MetsServer start(Path metsFile, MetsAddress address) throws IOException {
        ScheduledExecutorService timer = MetsSessions.newTimer();
        MetsSession session = MetsSession.open(metsFile, SavePolicy.USUAL, timer);
        var server = new MetsServer(address, session, timer);
        // Two that start at the same time must not remove each other's socket.
        try (MetsLock lock = MetsLock.acquire(metsFile.toRealPath())) {
            if (address instanceof MetsAddress.Socket socket) {
                SocketFile.clear(socket.path());
            }
            server.tomcat.start();
            if (address instanceof MetsAddress.Socket socket) {
                // Tomcat itself would do so only in a folder that is as closed.
                Files.setPosixFilePermissions(socket.path(), PosixFilePermissions.fromString(PERMISSIONS));
            }
        } catch (LifecycleException e) {
            server.release();
            throw new IOException("Expected to listen at " + server.url() + ", but " + rootMessage(e), e);
        } catch (IOException | RuntimeException e) {
            server.release();
            throw e;
        }
        return server;
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** What clients name as {@code -U}. */
    public String url() {
        return switch (address) {
            case MetsAddress.Socket socket -> socket.path().toString();
            case MetsAddress.Tcp tcp -> {
                int port = tomcat.getConnector().getLocalPort();
                yield "http://" + tcp.host().getHostAddress() + ":" + (port > 0 ? port : tcp.port());
            }
        };
    }

    /** Ends it; {@link #awaitEnd} returns. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Waits until a client or {@link #stop} ends it, or nobody has used it for so long.
     *
     * @param idle null: however long that is
     */
    public void awaitEnd(@Nullable Duration idle) throws InterruptedException {
        if (idle == null) {
            stopped.await();
            return;
        }
        long left = idle.toNanos();
        while (left > 0 && !stopped.await(left, TimeUnit.NANOSECONDS)) {
            left = idle.toNanos() - (System.nanoTime() - servlet.usedAt());
        }
    }

    /** Lets begun requests end, saves, and removes the socket. */
    @Override
    public void close() throws IOException {
        if (tomcat.getServer().getState() == LifecycleState.DESTROYED) {
            return;
        }
        tomcat.getConnector().pause();
        try {
            boolean quiet = servlet.working().writeLock().tryLock(LAST_REQUESTS.toMillis(), TimeUnit.MILLISECONDS);
            tomcat.stop();
            if (quiet) {
                servlet.working().writeLock().unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LifecycleException e) {
            throw new IOException("Expected to close " + url() + ", but " + rootMessage(e), e);
        } finally {
            release();
        }
    }

    private void release() throws IOException {
        try {
            session.close();
        } finally {
            timer.shutdownNow();
            try {
                tomcat.destroy();
            } catch (LifecycleException e) {
                System.getLogger(MetsServer.class.getName()).log(System.Logger.Level.DEBUG, "Tomcat: {0}", e);
            }
            FileSystemUtils.deleteRecursively(scratch);
        }
    }

    private Tomcat tomcat() {
        var embedded = new Tomcat();
        embedded.setBaseDir(scratch.toString());
        var connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        switch (address) {
            case MetsAddress.Socket socket ->
                connector.setProperty("unixDomainSocketPath", socket.path().toString());
            case MetsAddress.Tcp tcp -> {
                connector.setProperty("address", tcp.host().getHostAddress());
                connector.setPort(tcp.port());
            }
        }
        connector.setProperty("maxHttpRequestHeaderSize", HEADER_BYTES);
        connector.setProperty("maxThreads", THREADS);
        // OCR-D's own server takes regular expressions as they are typed.
        connector.setProperty("relaxedQueryChars", "\"<>[\\]^`{|}");
        connector.setThrowOnFailure(true);
        embedded.setConnector(connector);
        if (embedded.getHost() instanceof StandardHost host) {
            host.setErrorReportValveClass(JsonErrorReportValve.class.getName());
        }
        Context context = embedded.addContext("", scratch.toString());
        Tomcat.addServlet(context, "mets", servlet).addMapping("/*");
        return embedded;
    }
}
