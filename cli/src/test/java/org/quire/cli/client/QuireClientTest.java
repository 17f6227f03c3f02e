package org.quire.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuireClientTest {

    private StubServer server;
    private QuireClient client;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
        client = new QuireClient(URI.create(server.url() + "/"));
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void uploadsTheScriptAsAMultipartFile() {
        server.on("POST /workflow/run", 200, "{\"job_id\":\"r1\",\"processing_job_ids\":{}}");

        var run = new RunSubmission("/books/ä b/mets.xml", "dummy -I A -O Bü\n", "P1..P3", 1, false);

        assertThat(client.submit(run).value()).isEqualTo("r1");
        StubServer.Request request = server.requests().getFirst();
        assertThat(request.line())
                .isEqualTo("POST /workflow/run?mets_path=%2Fbooks%2F%C3%A4+b%2Fmets.xml&page_id=P1..P3&page_wise=true");
        String boundary = request.contentType().replaceFirst("multipart/form-data; boundary=", "");
        assertThat(request.body())
                .startsWith("--" + boundary + "\r\n")
                .contains("Content-Disposition: form-data; name=\"workflow\"; filename=\"workflow.txt\"\r\n")
                .contains("\r\n\r\ndummy -I A -O Bü\n\r\n--" + boundary)
                .endsWith("\r\n--" + boundary + "--\r\n");
    }

    @Test
    void leavesTheCutToTheServerUnlessItIsAskedFor() {
        server.on("POST /workflow/run", 200, "{\"job_id\":\"r1\"}");

        client.submit(new RunSubmission("/m", "", "", null, false));
        client.submit(new RunSubmission("/m", "", "", 0, true));
        client.submit(new RunSubmission("/m", "", "", 5, false));

        assertThat(server.requests())
                .extracting(StubServer.Request::line)
                .containsExactly(
                        "POST /workflow/run?mets_path=%2Fm",
                        "POST /workflow/run?mets_path=%2Fm&page_wise=false&overwrite=true",
                        "POST /workflow/run?mets_path=%2Fm&page_wise=false&page_step=5");
    }

    @Test
    void reportsAllFaultsOfARefusedRequest() {
        server.on("POST /workflow/run", 422, "{\"detail\":\"one\\ntwo\",\"faults\":[\"one\",\"two\"]}");

        RequestRefused refused = catchThrowableOfType(
                RequestRefused.class, () -> client.submit(new RunSubmission("/m", "", "", null, false)));

        assertThat(refused.faults()).containsExactly("one", "two");
        assertThat(refused.status()).isEqualTo(422);
    }

    @Test
    void readsTheDetailWhereNoFaultsAreListed() {
        server.on("GET /run/r%201", 404, "{\"detail\":\"no such run\"}")
                .on("GET /run/r 1", 404, "{\"detail\":\"no such run\"}");

        assertThatThrownBy(() -> client.run("r 1"))
                .isInstanceOf(RequestRefused.class)
                .hasMessage("no such run");
    }

    @Test
    void serverFaultIsNoRefusal() {
        server.on("GET /processor", 503, "{\"detail\":\"Temporal can't be reached\"}");

        assertThatThrownBy(client::processors)
                .isInstanceOf(ServerFailed.class)
                .hasMessageContaining("Temporal can't be reached");
    }

    @Test
    void answerOfAnotherProgramIsNotUnderstood() {
        server.on("GET /processor", 200, "<html>hello</html>").on("GET /", 200, "<html>hello</html>");

        assertThatThrownBy(client::processors).isInstanceOf(ServerFailed.class).hasMessageContaining("not understood");
        assertThat(client.isThere()).isFalse();
    }

    @Test
    void knowsAQuireByItsHomePage() {
        server.on("GET /", 200, "{\"message\":\"The home page of Quire\"}");

        assertThat(client.isThere()).isTrue();
    }

    @Test
    void saysWhatToDoWhenNobodyAnswers() {
        server.close();

        assertThat(client.isThere()).isFalse();
        assertThatThrownBy(client::processors).isInstanceOf(ServerFailed.class).hasMessageContaining("quire serve");
    }
}
