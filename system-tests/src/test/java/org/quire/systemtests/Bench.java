package org.quire.systemtests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.TestEnvironment;

/**
 * Measures what Quire's engine costs: page-wise runs of three {@code ocrd-dummy} steps, beside raw no-op activities on the same
 * Temporal server. Ends with 0 if the project's speed goals are met, 1 if not, 2 if it can't be run.
 */
public final class Bench {

    private static final int STEPS = 3;
    private static final int[] PAGES = {20, 200, 1000};
    private static final int RAW_ACTIVITIES = 600;

    /** As many as the worker host of the system tests runs at once. */
    private static final int AT_ONCE = 2;

    private static final double LOWEST_RATE_AT_200 = 20.0;
    private static final double LARGEST_SLOWDOWN = 1.15;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String SCRIPT = """
            dummy -I OCR-D-IMG -O ONE
            dummy -I ONE -O TWO
            dummy -I TWO -O THREE
            """;

    private Bench() {}

    /** One measured run. */
    public record Line(int pages, int pageSteps, double seconds) {

        double perSecond() {
            return pageSteps / seconds;
        }

        double millisPerPage() {
            return seconds * 1000 / pages;
        }
    }

    /**
     * @param rawPerSecond no-op activities of one workflow per second
     * @param goals the speed goals that were missed; empty: all met
     */
    public record Result(List<Line> lines, double rawPerSecond, List<String> goals) {}

    /** @param arguments {@code --json}: prints JSON in place of the table */
    public static void main(String[] arguments) throws IOException {
        boolean json = Arrays.asList(arguments).contains("--json");
        List<String> missing = TestEnvironment.missing();
        if (!missing.isEmpty()) {
            missing.forEach(System.err::println);
            System.exit(2);
        }
        Result result = measure();
        System.out.println(json ? json(result) : table(result));
        System.exit(result.goals().isEmpty() ? 0 : 1);
    }

    private static Result measure() {
        Path folder = QuireSystem.newFolder("bench");
        try (QuireSystem quire = QuireSystem.startIn(folder)) {
            run(quire, "warm-up", 10);
            var lines = new ArrayList<Line>();
            for (int pages : PAGES) {
                System.err.printf("measuring %d pages%n", pages);
                lines.add(run(quire, "pages-" + pages, pages));
            }
            System.err.printf("measuring %d no-op activities%n", RAW_ACTIVITIES);
            double raw = RawTemporal.activitiesPerSecond(quire.temporalTarget(), RAW_ACTIVITIES, AT_ONCE);
            return new Result(lines, raw, missedGoals(lines));
        }
    }

    private static Line run(QuireSystem quire, String name, int pages) {
        Book book = Book.generated(quire.workspaces().resolve(name), pages);
        long start = System.nanoTime();
        String id = quire.client()
                .submit(book.mets(), SCRIPT, Map.of("page_wise", "True"))
                .get("job_id")
                .asText();
        quire.client().awaitSuccess(id, LONGEST);
        return new Line(pages, pages * STEPS, (System.nanoTime() - start) / 1e9);
    }

    static List<String> missedGoals(List<Line> lines) {
        var missed = new ArrayList<String>();
        Line at200 = line(lines, 200);
        Line at1000 = line(lines, 1000);
        if (at200.perSecond() < LOWEST_RATE_AT_200) {
            missed.add("Expected at least %.0f page-steps/s at 200 pages but measured %.1f."
                    .formatted(LOWEST_RATE_AT_200, at200.perSecond()));
        }
        if (at1000.millisPerPage() > at200.millisPerPage() * LARGEST_SLOWDOWN) {
            missed.add("Expected 1000 pages to take at most %.2f times as long per page as 200 but measured %.2f."
                    .formatted(LARGEST_SLOWDOWN, at1000.millisPerPage() / at200.millisPerPage()));
        }
        return missed;
    }

    private static Line line(List<Line> lines, int pages) {
        return lines.stream().filter(line -> line.pages() == pages).findFirst().orElseThrow();
    }

    private static String table(Result result) {
        var text =
                new StringBuilder(String.format("%d steps of ocrd-dummy, page-wise, %d instances%n%n", STEPS, AT_ONCE));
        text.append(String.format(
                "%8s %10s %8s %14s %9s %8s%n", "pages", "page-steps", "s", "page-steps/s", "ms/page", "of raw"));
        for (Line line : result.lines()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%8d %10d %8.1f %14.1f %9.1f %7.0f%%%n",
                    line.pages(),
                    line.pageSteps(),
                    line.seconds(),
                    line.perSecond(),
                    line.millisPerPage(),
                    100 * line.perSecond() / result.rawPerSecond()));
        }
        text.append(String.format(
                Locale.ROOT,
                "%nraw no-op activities on the same server: %.1f/s%n1000 pages per page, of 200: %.2f%n",
                result.rawPerSecond(),
                line(result.lines(), 1000).millisPerPage()
                        / line(result.lines(), 200).millisPerPage()));
        result.goals().forEach(goal -> text.append(goal).append(System.lineSeparator()));
        return text.toString();
    }

    private static String json(Result result) throws JsonProcessingException {
        var mapper = new ObjectMapper();
        var root = mapper.createObjectNode().put("raw_activities_per_second", result.rawPerSecond());
        var runs = root.putArray("runs");
        result.lines()
                .forEach(line -> runs.addObject()
                        .put("pages", line.pages())
                        .put("page_steps", line.pageSteps())
                        .put("seconds", line.seconds())
                        .put("page_steps_per_second", line.perSecond())
                        .put("ms_per_page", line.millisPerPage())
                        .put("of_raw", line.perSecond() / result.rawPerSecond()));
        var goals = root.putArray("missed_goals");
        result.goals().forEach(goals::add);
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
