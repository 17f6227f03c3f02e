package org.quire.activities.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.quire.activities.fetch.RemoteBook.described;
import static org.quire.activities.fetch.RemoteBook.image;
import static org.quire.activities.fetch.RemoteBook.path;
import static org.quire.activities.fetch.RemoteBook.url;

import com.sun.net.httpserver.HttpExchange;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.mets.Fixity;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.fetch.FetchResult;
import org.quire.workflows.fetch.FileFetch;
import org.quire.workflows.job.JobId;
import org.quire.workflows.run.RunId;

@Timeout(60)
class HttpFileFetchTest {

    private static final int MAX_BYTES = 1_000;

    @TempDir
    Path temp;

    private RemoteBook book;
    private DataLayout layout;
    private ImageServer server;
    private TestActivityEnvironment environment;

    @BeforeEach
    void setUp() throws IOException {
        book = RemoteBook.in(temp);
        layout = new DataLayout(temp.resolve("data"));
        server = new ImageServer();
        environment = environment("*");
    }

    @AfterEach
    void tearDown() {
        environment.close();
        server.close();
    }

    private TestActivityEnvironment environment(String allowed) {
        return environment(allowed, Duration.ofSeconds(20), Duration.ofSeconds(40));
    }

    private TestActivityEnvironment environment(String allowed, Duration idleTimeout, Duration fileTimeout) {
        var limits = new FetchLimits(Duration.ofSeconds(5), idleTimeout, fileTimeout, MAX_BYTES, List.of(allowed));
        var made = TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        made.registerActivitiesImplementations(new HttpFileFetch(limits, new MetsCache(4), layout));
        return made;
    }

    private FetchResult fetch(String... pages) {
        return fetch(RemoteBook.JOB, pages);
    }

    private FetchResult fetch(JobId job, String... pages) {
        return fetch(environment, job, pages);
    }

    private FetchResult fetch(TestActivityEnvironment worker, JobId job, String... pages) {
        var options = ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(30))
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build();
        return worker.newActivityStub(FileFetch.class, options).fetch(book.request(job, pages));
    }

    private void limitTimes(Duration idleTimeout, Duration fileTimeout) {
        environment.close();
        environment = environment("*", idleTimeout, fileTimeout);
    }

    /** The failure of an attempt that is to be repeated. */
    private ApplicationFailure broken(String... pages) {
        Throwable thrown = catchThrowable(() -> fetch(pages));
        while (thrown != null && !(thrown instanceof ApplicationFailure)) {
            thrown = thrown.getCause();
        }
        assertThat(thrown).isInstanceOf(ApplicationFailure.class);
        var failure = (ApplicationFailure) thrown;
        assertThat(failure.getType()).isEqualTo(HttpFileFetch.FETCH_FAILED);
        assertThat(failure.isNonRetryable()).isFalse();
        return failure;
    }

    private String refused(String... pages) {
        FetchResult result = fetch(pages);
        assertThat(result.files()).isEmpty();
        assertThat(result.failure()).isNotNull();
        return String.valueOf(result.failure());
    }

    private List<String> filesOfBook() throws IOException {
        try (Stream<Path> files = Files.walk(book.folder())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> book.folder().relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private MetsFile entry(String id, String page, String url, String localPath) {
        return new MetsFile(id, "IMG", "image/tiff", page, url, localPath);
    }

    @Test
    void bringsTheFilesOfThePagesAskedFor() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        server.on("/b.tif", ImageServer.file("image b"));
        book.write(
                image("A", url(server.url("/a.tif"))),
                image("B", url(server.url("/b.tif"))),
                image("C", url(server.url("/c.tif"))));

        FetchResult result = fetch("P1", "P2");

        assertThat(result.failure()).isNull();
        assertThat(result.files())
                .containsExactly(
                        entry("A", "P1", server.url("/a.tif"), "IMG/A.tif"),
                        entry("B", "P2", server.url("/b.tif"), "IMG/B.tif"));
        assertThat(filesOfBook()).containsExactly("IMG/A.tif", "IMG/B.tif", "mets.xml");
        assertThat(book.file("IMG/A.tif")).hasContent("image a");
        assertThat(book.file(".quire")).doesNotExist();
        assertThat(layout.jobLog(RemoteBook.JOB)).content().contains("Fetched IMG/A.tif (7 bytes) from http://127.");
    }

    @Test
    void takesOnlyTheFileThatTheMetsDescribes() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        book.write(
                described("A", url(server.url("/a.tif")), Fixity.of(Files.writeString(temp.resolve("a"), "image a"))));
        assertThat(fetch().failure()).isNull();
        Files.delete(book.file("IMG/A.tif"));
        server.on("/a.tif", ImageServer.file("error page"));

        assertThat(broken().getOriginalMessage()).contains("mets.xml", "10 bytes", server.url("/a.tif"));

        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @Test
    void asksForNothingThatIsThere() throws IOException {
        book.write(image("A", url(server.url("/a.tif")), path("IMG/a.tif")), image("A2", path("IMG/gone.tif")));
        Files.createDirectory(book.file("IMG"));
        Files.writeString(book.file("IMG/a.tif"), "here");

        assertThat(fetch().files()).isEmpty();
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void bringsAFileToThePathThatTheMetsHasForIt() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        book.write(image("A", url(server.url("/a.tif")), path("scans/one.tif")));

        assertThat(fetch().files()).containsExactly(entry("A", "P1", server.url("/a.tif"), "scans/one.tif"));
        assertThat(book.file("scans/one.tif")).hasContent("image a");
    }

    @Test
    void getsAFileWhoseServerFailsTwice() throws IOException {
        var calls = new AtomicInteger();
        server.on("/a.tif", exchange -> {
            if (calls.incrementAndGet() < 3) {
                exchange.sendResponseHeaders(500, -1);
            } else {
                ImageServer.file("image a").give(exchange);
            }
        });
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains(server.url("/a.tif"), "status 500");
        broken();
        assertThat(fetch().files()).hasSize(1);
        assertThat(book.file("IMG/A.tif")).hasContent("image a");
    }

    @Test
    void anAttemptGoesOnWithTheOtherFilesAndTheNextOneWithTheMissing() throws IOException {
        server.on("/a.tif", ImageServer.status(503));
        server.on("/b.tif", ImageServer.file("image b"));
        book.write(image("A", url(server.url("/a.tif"))), image("B", url(server.url("/b.tif"))));

        broken("P1", "P2");
        assertThat(filesOfBook()).containsExactly("IMG/B.tif", "mets.xml");
        server.on("/a.tif", ImageServer.file("image a"));
        assertThat(fetch("P1", "P2").files()).hasSize(2);
        assertThat(server.asked()).containsExactly("/a.tif", "/b.tif", "/a.tif");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 451, 304})
    void aStatusThatWillNotChangeIsTheResult(int status) throws IOException {
        server.on("/a.tif", ImageServer.status(status));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(refused()).contains(server.url("/a.tif"), "status " + status);
        assertThat(layout.jobLog(RemoteBook.JOB)).content().contains("Not fetched", "status " + status);
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void aStatusThatMayChangeIsTriedAgain(int status) throws IOException {
        server.on("/a.tif", exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "7");
            exchange.sendResponseHeaders(status, -1);
        });
        book.write(image("A", url(server.url("/a.tif"))));

        ApplicationFailure failure = broken();
        assertThat(failure.getOriginalMessage()).contains("status " + status);
        assertThat(failure.getNextRetryDelay()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aServerThatSaysNothingIsLeftAfterTheIdleTime() throws IOException {
        limitTimes(Duration.ofMillis(700), Duration.ofSeconds(40));
        server.on("/a.tif", server.silence());
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains("no byte came for 700 ms");
    }

    @Test
    void aFileThatStopsComingLeavesNothing() throws IOException {
        limitTimes(Duration.ofMillis(700), Duration.ofSeconds(40));
        server.on("/a.tif", server.silenceAfter("begun"));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains("no byte came");
        assertThat(filesOfBook()).containsExactly("mets.xml");
        assertThat(book.file(".quire")).doesNotExist();
    }

    @Test
    void aFileThatTricklesIsLeftAfterItsTime() throws IOException {
        limitTimes(Duration.ofSeconds(20), Duration.ofMillis(1_500));
        server.on("/a.tif", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 100; i++) {
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                TimeUnit.MILLISECONDS.sleep(100);
            }
        });
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains("it was not there after 1500 ms");
    }

    @Test
    void aTruncatedFileIsNoFile() throws IOException {
        server.on("/a.tif", ImageServer.truncated("only this", 100));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains("it broke off");
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @Test
    void anEmptyAnswerIsNoFile() throws IOException {
        server.on("/a.tif", ImageServer.status(200));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(broken().getOriginalMessage()).contains("an empty answer");
    }

    @Test
    void refusesAFileThatIsAnnouncedAsTooLarge() throws IOException {
        server.on("/a.tif", ImageServer.file("x".repeat(MAX_BYTES + 1)));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(refused()).contains("larger", "quire.fetch.max-size");
    }

    @Test
    void refusesAFileThatTurnsOutTooLarge() throws IOException {
        server.on("/a.tif", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            writeUntilClosed(exchange);
        });
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(refused()).contains("larger", "quire.fetch.max-size");
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    private static void writeUntilClosed(HttpExchange exchange) {
        try {
            while (true) {
                exchange.getResponseBody().write(new byte[10_000]);
            }
        } catch (IOException e) {
            // The client has heard enough.
            return;
        }
    }

    @Test
    void followsRedirects() throws IOException {
        server.on("/a.tif", ImageServer.redirect("/moved?to=b"));
        server.on("/moved?to=b", ImageServer.redirect(server.url("/b.tif")));
        server.on("/b.tif", ImageServer.file("image b"));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(fetch().files()).containsExactly(entry("A", "P1", server.url("/a.tif"), "IMG/A.tif"));
        assertThat(book.file("IMG/A.tif")).hasContent("image b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://127.0.0.1/a.tif", "/a.tif", "http://["})
    void followsNoRedirectThatLeadsAstray(String location) throws IOException {
        server.on("/a.tif", ImageServer.redirect(location));
        book.write(image("A", url(server.url("/a.tif"))));

        assertThat(refused()).contains(location.startsWith("/") ? "more than 5 redirects" : "http or https");
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @Test
    void goesToAllowedHostsOnlyAlsoByARedirect() throws IOException {
        environment.close();
        environment = environment("127.0.0.*");
        server.on("/a.tif", ImageServer.redirect("http://localhost:" + server.port() + "/b.tif"));
        book.write(image("A", url(server.url("/a.tif"))), image("B", url("http://example.org/b.tif")));

        assertThat(refused("P1")).contains("quire.fetch.allowed (127.0.0.*)", "localhost");
        assertThat(refused("P2")).contains("quire.fetch.allowed", "example.org");
        assertThat(server.asked()).containsExactly("/a.tif");
    }

    @Test
    void sendsCredentialsAndNeverShowsThem() throws IOException {
        server.on("/a.tif?token=hidden", ImageServer.redirect("/b.tif"));
        String url = "http://reader:pass%20word@127.0.0.1:" + server.port() + "/a.tif?token=hidden";
        book.write(image("A", url(url)));

        String reason = refused();

        String sent =
                "Basic " + Base64.getEncoder().encodeToString("reader:pass word".getBytes(StandardCharsets.UTF_8));
        assertThat(server.authorizations()).containsExactly(sent, sent);
        assertThat(reason).contains(server.url("/b.tif"), "404").doesNotContain("reader", "pass", "hidden");
        server.on("/a.tif?token=hidden", ImageServer.file("image a"));
        assertThat(fetch().files()).containsExactly(entry("A", "P1", url, "IMG/A.tif"));
        assertThat(Files.readString(layout.jobLog(RemoteBook.JOB)))
                .contains(server.url("/a.tif?…"))
                .doesNotContain("reader", "pass", "hidden");
    }

    @Test
    void takesCredentialsToNoOtherServer() throws IOException {
        try (var other = new ImageServer()) {
            server.on("/a.tif", ImageServer.redirect(other.url("/a.tif")));
            other.on("/a.tif", ImageServer.file("image a"));
            book.write(image("A", url("http://reader:secret@127.0.0.1:" + server.port() + "/a.tif")));

            assertThat(fetch().files()).hasSize(1);
            assertThat(other.authorizations()).containsExactly("");
        }
    }

    @Test
    void showsNoSecretOfAnAddressThatIsNone() throws IOException {
        book.write(image("A", url("http://reader:secret@[bad/a.tif?token=hidden")));

        assertThat(refused()).contains("http://[bad/a.tif").doesNotContain("secret", "hidden", "reader");
    }

    @Test
    void takesAFileThatLiesAtItsPlaceAndWritesNotOverIt() throws IOException {
        server.on("/a.tif", ImageServer.file("of the server"));
        book.write(image("A", url(server.url("/a.tif"))));
        Files.createDirectory(book.file("IMG"));
        Files.writeString(book.file("IMG/A.tif"), "of somebody");

        assertThat(fetch().files()).hasSize(1);
        assertThat(book.file("IMG/A.tif")).hasContent("of somebody");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void takesNoFileThatBelongsToAnotherEntry() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        book.write(image("A", url(server.url("/a.tif"))), image("B", path("IMG/A.tif")));

        assertThat(refused()).contains("IMG/A.tif", "the file of B");
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../A", "sub/A", ".A", ".."})
    void leavesTheGroupsFolderForNoId(String id) throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        String mets = image(id, url(server.url("/a.tif")));
        book.write(mets);
        Files.writeString(
                book.file("mets.xml"),
                Files.readString(book.file("mets.xml")).replace("FILEID=\"A\"", "FILEID=\"" + id + "\""));

        assertThat(refused()).contains("'" + id + "'");
        assertThat(filesOfBook()).containsExactly("mets.xml");
    }

    @Test
    void followsNoSymlinkOutOfTheWorkspace() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        book.write(image("A", url(server.url("/a.tif"))));
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.createSymbolicLink(book.file("IMG"), outside);

        assertThat(refused()).contains("leads to");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void understandsAddressesAsPeopleWriteThem() throws IOException {
        server.on("/b%C3%BCcher/seite%201.tif?q=%7Bx%7D", ImageServer.file("image a"));
        book.write(image("A", url(server.url("/bücher/seite 1.tif?q={x}"))));

        assertThat(fetch().files()).hasSize(1);
    }

    @Test
    void twoJobsThatFetchOneFileAtOnceEndWithOne() throws Exception {
        var together = new CyclicBarrier(2);
        server.on("/a.tif", exchange -> {
            try {
                together.await(20, TimeUnit.SECONDS);
            } catch (java.util.concurrent.BrokenBarrierException | java.util.concurrent.TimeoutException e) {
                throw new IOException(e);
            }
            ImageServer.file("image a").give(exchange);
        });
        book.write(image("A", url(server.url("/a.tif"))));

        MetsFile expected = entry("A", "P1", server.url("/a.tif"), "IMG/A.tif");
        TestActivityEnvironment other = environment("*");
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<FetchResult> first = threads.submit(() -> fetch(RemoteBook.JOB));
            Future<FetchResult> second = threads.submit(() -> fetch(other, new JobId(new RunId("run2"), 0, 0)));

            assertThat(first.get(30, TimeUnit.SECONDS).files()).containsExactly(expected);
            assertThat(second.get(30, TimeUnit.SECONDS).files()).containsExactly(expected);
        } finally {
            other.close();
        }
        assertThat(server.asked()).hasSize(2);
        assertThat(filesOfBook()).containsExactly("IMG/A.tif", "mets.xml");
        assertThat(book.file("IMG/A.tif")).hasContent("image a");
        assertThat(book.file(".quire")).doesNotExist();
    }

    @Test
    void removesWhatAKilledAttemptHasLeft() throws IOException {
        server.on("/a.tif", ImageServer.file("image a"));
        book.write(image("A", url(server.url("/a.tif"))));
        Path left = Files.createDirectories(book.file(".quire/run1/" + RemoteBook.JOB + "-fetch-7"));
        Files.writeString(left.resolve("part"), "half of it");

        assertThat(fetch().files()).hasSize(1);
        assertThat(book.file(".quire")).doesNotExist();
    }
}
