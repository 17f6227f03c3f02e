package org.quire.systemtests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RealTemporal;
import org.quire.systemtests.harness.TestEnvironment;

/**
 * Measures {@code quire mets serve} beside OCR-D's own METS server on the same machine: each request goes to one and then to the other, so
 * that other work on the machine slows both. Prints medians in ms; compare them within a line.
 */
public final class MetsServerBench {

    private static final int GROUPS = 4;
    private static final int[] PAGES = {20, 200, 1000, 5000};
    private static final int WARM_UP = 40;
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final HttpClient http = HttpClient.newHttpClient();

    private MetsServerBench() {}

    /**
     * What is asked, at most how often, and how.
     *
     * @param request of the n-th time
     * @param before what comes right before it and is not measured
     */
    private record Operation(
            String name, int times, IntFunction<HttpRequest.Builder> request, IntFunction<HttpRequest.Builder> before) {

        Operation(String name, int times, IntFunction<HttpRequest.Builder> request) {
            this(name, times, request, n -> get("/file_groups"));
        }
    }

    /** @param arguments numbers of pages; none: 20 200 1000 5000 */
    public static void main(String[] arguments) throws Exception {
        int[] sizes = arguments.length == 0
                ? PAGES
                : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        System.out.printf("%8s %-16s %10s %10s %8s%n", "pages", "operation", "Quire ms", "OCR-D ms", "ratio");
        for (int pages : sizes) {
            new MetsServerBench().measure(pages);
        }
    }

    private void measure(int pages) throws Exception {
        Path folder = QuireSystem.newFolder("mets-bench");
        Path own = book(folder.resolve("quire"), pages);
        Path theirs = book(folder.resolve("ocrd"), pages);
        int port = RealTemporal.freePort();
        try (ChildProcess quire = new QuireCommandLine(folder).serveMets(own, "http://127.0.0.1:0");
                ChildProcess ocrd = upstream(folder, theirs, port)) {
            URI first = URI.create(quire.awaitLine("at (http://\\S+)", LONGEST));
            URI second = URI.create("http://127.0.0.1:" + port);
            ocrd.awaitLine("(Uvicorn running)", LONGEST);
            for (int i = 0; i < WARM_UP; i++) {
                Operation warm = operations(pages).getFirst();
                int n = 1_000_000 + i;
                send(first, warm.request().apply(n));
                send(second, warm.request().apply(n));
            }
            for (Operation operation : operations(pages)) {
                compare(pages, operation, first, second);
            }
        }
    }

    private void compare(int pages, Operation operation, URI first, URI second) throws Exception {
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        long until = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        for (int i = 0; i < operation.times() && System.nanoTime() < until; i++) {
            send(first, operation.before().apply(i));
            send(second, operation.before().apply(i));
            ours.add(send(first, operation.request().apply(i)));
            theirs.add(send(second, operation.request().apply(i)));
        }
        System.out.printf(
                Locale.ROOT,
                "%8d %-16s %10.1f %10.1f %8.2f%n",
                pages,
                operation.name(),
                median(ours),
                median(theirs),
                median(ours) / median(theirs));
    }

    private static List<Operation> operations(int pages) {
        IntFunction<Integer> page = n -> n * 37 % pages + 1;
        return List.of(
                new Operation("add", 60, n -> add(n, page.apply(n))),
                new Operation(
                        "find page+group",
                        60,
                        n -> get("/file?file_grp=GROUP-2&page_id=PHYS_%04d".formatted(page.apply(n)))),
                new Operation("find id", 60, n -> get("/file?file_id=GROUP-3_%04d".formatted(page.apply(n)))),
                new Operation(
                        "find local name",
                        60,
                        n -> get("/file?local_filename=GROUP-1/GROUP-1_%04d.png".formatted(page.apply(n)))),
                new Operation("find group", 7, n -> get("/file?file_grp=GROUP-2")),
                new Operation(
                        "save one file",
                        15,
                        n -> get("/").PUT(BodyPublishers.noBody()),
                        n -> add(2_000_000 + n, page.apply(n))));
    }

    private static HttpRequest.Builder add(int number, int page) {
        return form("file_grp=NEW&file_id=NEW_%1$d&mimetype=image/png&page_id=PHYS_%2$04d&local_filename=NEW/%1$d.png"
                .formatted(number, page));
    }

    private static HttpRequest.Builder get(String path) {
        return HttpRequest.newBuilder().uri(URI.create("http://x" + path));
    }

    private static HttpRequest.Builder form(String fields) {
        return get("/file")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(fields));
    }

    /** Milliseconds until the whole answer is there. */
    private double send(URI server, HttpRequest.Builder request) throws IOException, InterruptedException {
        URI asked = request.build().uri();
        String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
        HttpRequest whole =
                request.uri(server.resolve(asked.getRawPath() + query)).build();
        long start = System.nanoTime();
        var answer = http.send(whole, BodyHandlers.ofString());
        double millis = (System.nanoTime() - start) / 1e6;
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(
                    "Expected 200 from " + whole.uri() + ", but got " + answer.statusCode() + ": " + answer.body());
        }
        return millis;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static ChildProcess upstream(Path folder, Path mets, int port) {
        Path processors = TestEnvironment.processors().orElseThrow();
        List<String> command = List.of(
                processors.resolve("ocrd").toString(),
                "workspace",
                "-U",
                "http://127.0.0.1:" + port,
                "-d",
                String.valueOf(mets.getParent()),
                "server",
                "start");
        return ChildProcess.start("ocrd", command, Map.of("GIT_PYTHON_REFRESH", "quiet"), folder.resolve("ocrd.log"));
    }

    /** A METS of so many pages with a file in each of four groups; the files themselves are not needed. */
    private static Path book(Path folder, int pages) throws IOException {
        Book small = Book.generated(folder, 1);
        var groups = new StringBuilder();
        Map<Integer, StringBuilder> pointers = new LinkedHashMap<>();
        for (int group = 0; group < GROUPS; group++) {
            groups.append("<mets:fileGrp USE=\"GROUP-%d\">\n".formatted(group));
            for (int page = 1; page <= pages; page++) {
                String id = "GROUP-%d_%04d".formatted(group, page);
                groups.append("""
                        <mets:file ID="%1$s" MIMETYPE="image/png">
                        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="GROUP-%2$d/%1$s.png"/></mets:file>
                        """.formatted(id, group));
                pointers.computeIfAbsent(page, p -> new StringBuilder())
                        .append("<mets:fptr FILEID=\"%s\"/>".formatted(id));
            }
            groups.append("</mets:fileGrp>\n");
        }
        var divs = new StringBuilder();
        pointers.forEach((page, files) -> divs.append(
                "<mets:div TYPE=\"page\" ID=\"PHYS_%04d\" ORDER=\"%d\">%s</mets:div>\n".formatted(page, page, files)));
        String text = Files.readString(small.mets());
        int from = text.indexOf("<mets:fileGrp");
        int to = text.indexOf("</mets:fileSec>");
        text = text.substring(0, from) + groups + text.substring(to);
        from = text.indexOf("<mets:div TYPE=\"page\"");
        to = text.lastIndexOf("</mets:div>");
        return Files.writeString(small.mets(), text.substring(0, from) + divs + text.substring(to));
    }
}
