package org.quire.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.cli.client.StubServer;
import org.quire.workflows.run.RunState;
import picocli.CommandLine;

class QuireCommandTest {

    @TempDir
    Path folder;

    private StubServer server;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws IOException {
        server = new StubServer().on("POST /workflow/run", 200, "{\"job_id\":\"r1\"}");
    }

    @AfterEach
    void end() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"SUCCESS,0", "FAILED,1", "CANCELLED,3"})
    void exitCodeOfARunIsItsEnd(RunState end, int code) {
        server.on("GET /run/r1", 200, RunJson.of(RunState.RUNNING, 1)).on("GET /run/r1", 200, RunJson.of(end, 2));

        assertThat(execute("run", "-m", "mets.xml", "dummy -I A -O B")).isEqualTo(code);
        assertThat(out.toString()).contains("RUNNING  1/2 jobs  dummy 1/2").contains(end + "  2/2 jobs  dummy 2/2");
        assertThat(server.requests().getFirst().line())
                .contains("mets_path="
                        + Path.of("mets.xml").toAbsolutePath().toString().replace("/", "%2F"));
    }

    @Test
    void validatePrintsWhatARunWouldDo() {
        server.on("POST /workflow/validate", 200, """
                {"path_to_mets":"/books/m","pages":3,"jobs":6,"steps":[
                  {"processor_name":"ocrd-dummy","input_file_grps":["A"],"output_file_grps":["B"]}]}
                """);

        assertThat(execute("validate", "-m", "m", "-g", "P1..P3", "dummy -I A -O B"))
                .isZero();

        assertThat(out.toString()).isEqualTo("3 pages of /books/m in 6 jobs\n  ocrd-dummy: A -> B\n");
        assertThat(server.requests()).singleElement().satisfies(request -> {
            assertThat(request.line()).contains("page_id=P1..P3");
            assertThat(request.body()).contains("dummy -I A -O B\n");
        });
    }

    @Test
    void refusedRunPrintsEachFault() {
        try (var refusing = refusing("{\"faults\":[\"No such METS.\",\"No such processor.\"]}")) {
            assertThat(run(refusing, "run", "-m", "m", "dummy -I A -O B")).isEqualTo(2);
        }
        assertThat(err.toString()).isEqualTo("No such METS.\nNo such processor.\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void survivesAServerThatIsAwayForAMoment() {
        server.on("GET /run/r1", 503, "").on("GET /run/r1", 200, RunJson.of(RunState.SUCCESS, 2));

        assertThat(execute("run", "-m", "m", "dummy -I A -O B")).isZero();
    }

    @Test
    void namesFailedPagesAndHowToSeeTheLog() {
        String failures =
                "[{\"job_id\":\"r1-0-1\",\"processor\":\"ocrd-dummy\",\"pages\":[\"P2\"],\"reason\":\"exit code 1\"}]";
        server.on("GET /run/r1", 200, RunJson.of(RunState.FAILED, 1, failures));

        assertThat(execute("run", "-m", "m", "dummy -I A -O B")).isEqualTo(1);
        assertThat(out.toString()).contains("ocrd-dummy on P2: exit code 1 (quire logs r1-0-1)");
    }

    @Test
    void jsonIsAloneOnStandardOutput() {
        server.on("GET /run/r1", 200, RunJson.of(RunState.SUCCESS, 2));

        assertThat(execute("run", "--json", "-m", "m", "dummy -I A -O B")).isZero();
        assertThat(out.toString().strip()).isEqualTo(RunJson.of(RunState.SUCCESS, 2));
        assertThat(err.toString()).contains("Run r1 on " + server.url());
    }

    @Test
    void detachedRunPrintsItsIdAndIsNotFollowed() {
        assertThat(execute("run", "--detach", "-m", "m", "dummy -I A -O B")).isZero();
        assertThat(out.toString()).isEqualTo("r1\n");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void sendsTheWorkflowFileAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("w.txt"), "dummy -I A -O B\ndummy -I B -O C\n");

        assertThat(execute("run", "--detach", "-m", "m", "-w", file.toString(), "--page-step", "7"))
                .isZero();
        assertThat(server.requests().getFirst().body()).contains("\r\n\r\ndummy -I A -O B\ndummy -I B -O C\n");
        assertThat(server.requests().getFirst().line()).contains("page_step=7");
    }

    @Test
    void sendsTheTokenOfTheOptionOrOfTheAddressAndShowsNeither() {
        server.on("POST /stop", 202, "{}");
        String address = server.url().toString().replace("http://", "http://admin:s3cret@");

        assertThat(run(server, "shutdown", "--token", "s3cret")).isZero();
        assertThat(with(out, err).execute("shutdown", "--server", address)).isZero();

        assertThat(server.requests())
                .extracting(StubServer.Request::authorization)
                .containsExactly("Bearer s3cret", "Basic YWRtaW46czNjcmV0");
        assertThat(out.toString()).contains("ends").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run -m m",
                "run -m m -w missing.txt",
                "run -m m -w w.txt --page-wise --whole-document",
                "run -m m dummy --page-step 0",
                "run -m m dummy --server nonsense",
                "status",
                "list --limit many",
                "serve --port all",
                "nonsense"
            })
    void badInputIsCode2AndSaysWhy(String line) {
        assertThat(with(out, err).execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void missingServerIsCode4() {
        server.close();

        assertThat(execute("list")).isEqualTo(4);
        assertThat(err.toString()).contains("quire serve");
    }

    @Test
    void showsARun() {
        server.on("GET /run/r1", 200, RunJson.of(RunState.RUNNING, 1));

        assertThat(execute("status", "r1")).isZero();
        assertThat(out.toString())
                .contains("r1  RUNNING")
                .contains("pages      2 in 2 jobs for each step")
                .contains("1 ocrd-dummy  A -> B  ")
                .contains("SUCCESS 1");
    }

    @Test
    void listsRunsProcessorsAndLogs() {
        server.on(
                        "GET /run",
                        200,
                        "[{\"run_id\":\"r1\",\"state\":\"SUCCESS\",\"workspace\":\"/m\",\"steps\":4,\"pages\":3,"
                                + "\"started_at\":\"2026-11-01T10:00:01Z\"}]")
                .on("GET /processor", 200, "[\"ocrd-dummy\",\"ocrd-merge\"]")
                .on("GET /processor/log/r1-0-1", 200, "it said this\n");

        assertThat(execute("list", "--limit", "3")).isZero();
        assertThat(execute("processors")).isZero();
        assertThat(execute("logs", "r1-0-1")).isZero();

        assertThat(out.toString())
                .isEqualTo(
                        "r1  SUCCESS    4 steps x 3 pages  2026-11-01T10:00:01Z  /m\nocrd-dummy\nocrd-merge\nit said this\n");
        assertThat(server.requests().getFirst().line()).isEqualTo("GET /run?limit=3");
    }

    @Test
    void cancelsAndStopsByPost() {
        server.on("POST /workflow/job/r1/cancel", 202, "{}")
                .on("POST /workflow/job/r1/stop", 409, "{\"detail\":\"It has ended.\"}");

        assertThat(execute("cancel", "r1")).isZero();
        assertThat(execute("stop", "r1")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("It has ended.\n");
    }

    @Test
    void resumesByPostAndSaysTheNewRun() {
        server.on("POST /workflow/job/r1/resume", 202, "{\"job_id\":\"r1-r1\"}");

        assertThat(execute("resume", "r1")).isZero();
        assertThat(out.toString()).isEqualTo("Run r1 goes on as run r1-r1.\n");
    }

    private static StubServer refusing(String problem) {
        try {
            return new StubServer().on("POST /workflow/run", 422, problem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int execute(String... arguments) {
        return run(server, arguments);
    }

    private int run(StubServer stub, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add(1, "--server");
        all.add(2, stub.url().toString());
        return with(out, err).execute(all.toArray(String[]::new));
    }

    private static CommandLine with(StringWriter out, StringWriter err) {
        return QuireCommand.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    }
}
