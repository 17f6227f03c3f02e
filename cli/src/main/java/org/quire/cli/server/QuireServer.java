package org.quire.cli.server;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.quire.api.access.Access;
import org.quire.api.lifecycle.StopRequested;
import org.quire.cli.engine.Engine;
import org.quire.cli.engine.EngineException;
import org.quire.workflows.engine.DataLayout;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.core.env.MapPropertySource;

/** A running all-in-one server. It ends in the order that keeps every run: the workers first, the engine after them. */
public final class QuireServer implements AutoCloseable {

    private static final String ANY_INTERFACE = "0.0.0.0";

    private final DataFolderLock lock;
    private final Engine engine;
    private final ConfigurableApplicationContext application;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean closing;

    private QuireServer(DataFolderLock lock, Engine engine, ConfigurableApplicationContext application) {
        this.lock = lock;
        this.engine = engine;
        this.application = application;
    }

    /**
     * Returns when the server answers and its processors are known. It ends with the process, or by {@link #close}.
     *
     * @throws EngineException if there is no engine, or another server uses the data folder
     */
    public static QuireServer start(ServerSettings settings) {
        DataFolderLock lock = DataFolderLock.take(settings.dataDir());
        @Nullable Engine engine = null;
        try {
            Logs.quiet();
            engine = Engine.start(settings.engine());
            var server = new QuireServer(lock, engine, application(settings, engine));
            server.endOnRequest();
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "quire-shutdown"));
            return server;
        } catch (RuntimeException e) {
            if (engine != null) {
                engine.close();
            }
            lock.close();
            throw e;
        }
    }

    private static ConfigurableApplicationContext application(ServerSettings settings, Engine engine) {
        var application = new SpringApplication(AllInOneConfiguration.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        // This class ends the application itself, before the engine.
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of(
                "spring.application.name", "quire",
                "spring.jmx.enabled", "false",
                "logging.level.root", "WARN",
                "logging.level.org.quire", "INFO",
                // It warns of each start that there is an API description.
                "logging.level.org.springdoc", "ERROR",
                "quire.workspaces", settings.workspacesDefault().toString()));
        Map<String, Object> told = properties(settings, engine);
        application.addInitializers(context ->
                context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("quire-command", told)));
        return application.run(logProperties(settings));
    }

    private void endOnRequest() {
        application.addApplicationListener(new ApplicationListener<PayloadApplicationEvent<StopRequested>>() {
            @Override
            public void onApplicationEvent(PayloadApplicationEvent<StopRequested> request) {
                new Thread(QuireServer.this::close, "quire-stop").start();
            }
        });
    }

    private static Map<String, Object> properties(ServerSettings settings, Engine engine) {
        var properties = new HashMap<String, Object>();
        properties.put("quire.data-dir", settings.dataDir().toString());
        properties.put("spring.temporal.connection.target", engine.target());
        engine.webUi().ifPresent(address -> properties.put("quire.web-ui-url", address.toString()));
        if (settings.host() != null) {
            properties.put("server.address", settings.host());
        }
        if (settings.port() != null) {
            properties.put("server.port", settings.port());
        }
        if (settings.workerConfig() != null) {
            properties.put("quire.worker-config", settings.workerConfig().toString());
        }
        if (settings.quiet()) {
            // Its only client is in this process.
            properties.put("quire.auth.enabled", false);
        }
        putAll(properties, "quire.workspaces", settings.workspaces());
        putAll(properties, "quire.processors", settings.processors());
        return properties;
    }

    private static void putAll(Map<String, Object> properties, String name, List<Path> folders) {
        for (int i = 0; i < folders.size(); i++) {
            properties.put(name + "[" + i + "]", folders.get(i).toString());
        }
    }

    /** As arguments, because logging is set up before any initializer runs. */
    private static String[] logProperties(ServerSettings settings) {
        return settings.quiet()
                ? new String[] {
                    "--logging.console.enabled=false",
                    "--logging.file.name=" + settings.dataDir().resolve("quire.log")
                }
                : new String[0];
    }

    /** Where it listens, as somebody on this machine reaches it. */
    public URI url() {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        String address = application.getEnvironment().getProperty("server.address", "127.0.0.1");
        String host = ANY_INTERFACE.equals(address) ? "127.0.0.1" : address;
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }

    public Optional<URI> webUi() {
        return engine.webUi();
    }

    public Optional<String> warning() {
        return engine.warning();
    }

    /** What clients need to be let in; empty: nothing. */
    public Optional<String> accessAnnouncement() {
        return application.getBean(Access.class).announcement();
    }

    public String engineDescription() {
        return engine.description();
    }

    public DataLayout data() {
        return application.getBean(DataLayout.class);
    }

    /** Waits until somebody closes it. */
    public void awaitEnd() throws InterruptedException {
        closed.await();
    }

    /** Ends it, or waits until somebody else has: whoever returns from here may end the process. */
    @Override
    public void close() {
        if (!beginClosing()) {
            awaitClosed();
            return;
        }
        try {
            application.close();
        } finally {
            engine.close();
            lock.close();
            closed.countDown();
        }
    }

    private synchronized boolean beginClosing() {
        boolean first = !closing;
        closing = true;
        return first;
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
