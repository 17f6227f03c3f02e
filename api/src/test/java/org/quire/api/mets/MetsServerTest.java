package org.quire.api.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Mets;
import org.skyscreamer.jsonassert.JSONAssert;

/** OCR-D's METS server over a real socket. */
class MetsServerTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";

    @TempDir
    Path folder;

    private Path mets;
    private Path socket;
    private MetsServer server;
    private SocketClient client;

    @BeforeEach
    void start() throws IOException {
        mets = Workspaces.make(folder.resolve("book"));
        socket = folder.resolve("s.sock");
        server = MetsServer.start(mets, MetsAddress.parse(socket.toString()));
        client = new SocketClient(socket);
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private void answers(String path, String json) throws Exception {
        SocketClient.Answer answer = client.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        JSONAssert.assertEquals(json, answer.body(), true);
    }

    private void refuses(int status, SocketClient.Answer answer, String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.head()).contains("application/problem+json");
        assertThat(answer.body()).contains("\"detail\":\"").contains(detail);
    }

    private SocketClient.Answer add(String form) throws IOException {
        return client.send("POST", "/file", FORM, form);
    }

    @Test
    void answersReadersAsOcrdDoes() throws Exception {
        assertThat(client.get("/workspace_path").body())
                .isEqualTo(mets.getParent().toString());
        assertThat(client.get("/workspace_path").head()).contains("text/plain");
        assertThat(client.get("/unique_identifier").body()).isEqualTo("http://example.org/book");
        answers("/physical_pages", "{\"physical_pages\":[\"P1\",\"P2\"]}");
        answers("/file_groups", "{\"file_groups\":[\"IMG\"]}");
        answers("/agent", """
                {"agents":[{"name":"maker","type":"OTHER","role":"CREATOR","otherrole":null,"othertype":"SOFTWARE",
                "notes":[[{"{https://ocr-d.de}option":"version"},null],[{},"free"]]}]}""");
        answers("/file?page_id=P2&file_grp=//I.*&unknown=1", """
                {"files":[{"file_grp":"IMG","file_id":"IMG_2","mimetype":"image/png","page_id":"P2",
                "url":"http://example.org/2.png","local_filename":null}]}""");
        answers("/file?file_id=IMG_1", """
                {"files":[{"file_grp":"IMG","file_id":"IMG_1","mimetype":"image/png","page_id":"P1",
                "url":"","local_filename":"IMG/1.png"}]}""");
        answers("/file?page_id=", "{\"files\":[]}");
        answers("/file?file_grp=//[A-H]{3}", "{\"files\":[]}");
    }

    @Test
    void takesAdditionsAndSavesThem() throws Exception {
        SocketClient.Answer added = add("force=True&file_grp=OCR&file_id=OCR_1&mimetype=image%2Fpng&page_id=P1"
                + "&local_filename=OCR%2F%C3%A4+b.png&ignore=False");
        assertThat(added.status()).isEqualTo(200);
        JSONAssert.assertEquals("""
                {"file_grp":"OCR","file_id":"OCR_1","mimetype":"image/png","page_id":"P1","url":null,
                "local_filename":"OCR/ä b.png"}""", added.body(), true);
        String agent = """
                {"name":"ocrd-x v1","type":"OTHER","role":"OTHER","otherrole":"x","othertype":"SOFTWARE",
                "notes":[[{"option":"page-id"},"P1"],[{"option":"parameter"},null]]}""";
        SocketClient.Answer traced = client.send("POST", "/agent", JSON, agent);
        assertThat(traced.status()).isEqualTo(200);
        JSONAssert.assertEquals(agent, traced.body(), true);
        assertThat(client.get("/agent").body()).contains("ocrd-x v1", "{https://ocr-d.de}option");
        assertThat(client.send("POST", "/reload", "", "").body()).isEqualTo("Reloaded from " + mets.getParent());
        assertThat(client.get("/file?file_grp=OCR").body()).contains("OCR_1");
        assertThat(client.send("PUT", "/", "", "").body()).isEqualTo("The Mets Server is writing changes to disk.");
        assertThat(Files.readString(mets)).contains("OCR_1", "OCR/ä b.png", "ocrd-x v1");
        assertThat(folder.resolve("book/OCR")).isDirectory();
    }

    @Test
    void refusesWithASentenceAndNeverWithAFaultOfItsOwn() throws Exception {
        refuses(400, client.get("/file?page_id=P9"), "P9");
        refuses(400, client.get("/file?page_id=P1,"), "empty");
        refuses(400, client.get("/file?file_grp=//%5B"), "invalid regex: ");
        refuses(422, client.get("/file?page_id=%zz"), "percent-encoded");
        refuses(404, client.get("/nothing"), "Not Found");
        refuses(405, client.get("/"), "Method Not Allowed");
        refuses(405, client.send("DELETE", "/file", "", ""), "Method Not Allowed");
        refuses(422, add("file_grp=OCR&file_id=a"), "mimetype");
        refuses(422, add("file_grp=OCR&file_id=a&mimetype=a&force=perhaps"), "force");
        refuses(400, add("file_grp=OCR&file_id=1a&mimetype=a"), "not an xs:ID");
        refuses(400, add("file_grp=IMG&file_id=IMG_1&mimetype=image/png&page_id=P1"), "neither force nor ignore");
        refuses(400, add("file_grp=IMG&file_id=IMG_1&mimetype=a/b&page_id=P1&force=1"), "unrelated");
        refuses(400, add("file_grp=OCR&file_id=a&mimetype=a&local_filename=../../x"), "inside the workspace");
        refuses(422, client.send("POST", "/agent", JSON, "{"), "JSON");
        refuses(422, client.send("POST", "/agent", JSON, "[]"), "object");
        refuses(422, client.send("POST", "/agent", JSON, "{\"name\":\"n\"}"), "type");
        refuses(422, client.send("POST", "/agent", JSON, """
                {"name":"n","type":"a","role":"b","otherrole":null,"othertype":"c","notes":[1]}"""), "pair");
        assertThat(client.send("BREW", "/file", "", "").status()).isBetween(400, 499);
        assertThat(client.get("/file?page_id=<x>\u0001").status()).isEqualTo(400);
        assertThat(Files.readString(mets)).doesNotContain("OCR");
    }

    @Test
    void takesAPageExpressionThatNamesManyThousandPages() throws Exception {
        String pages = IntStream.range(0, 20_000).mapToObj(i -> "P1").collect(Collectors.joining(","));
        assertThat(client.get("/file?page_id=" + pages).body()).contains("IMG_1");
    }

    @Test
    void endsByAClientsWishWithEverythingSaved() throws Exception {
        assertThat(add("file_grp=OCR&file_id=OCR_1&mimetype=image/png&page_id=P1")
                        .status())
                .isEqualTo(200);
        assertThat(client.send("DELETE", "/", "", "").body()).isEqualTo("The Mets Server will shut down soon...");
        server.awaitEnd(null);
        server.close();
        assertThat(socket).doesNotExist();
        assertThat(Mets.read(mets).files("OCR")).hasSize(1);
        assertThat(folder.resolve("book/.mets.xml.journal")).doesNotExist();
    }

    @Test
    void endsWhenNobodyUsesIt() throws Exception {
        client.get("/file_groups");
        server.awaitEnd(Duration.ofMillis(100));
        server.close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void refusesASocketThatIsServedAndLeavesItServed() {
        assertThatThrownBy(() -> MetsServer.start(mets, MetsAddress.parse(socket.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a server listens there");
        assertThat(socket).exists();
    }

    @Test
    void listensWhereAKilledServerLeftItsSocket() throws Exception {
        Path stale = folder.resolve("stale.sock");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(stale))
                .close();
        assertThat(stale).exists();
        try (MetsServer second = MetsServer.start(mets, MetsAddress.parse(stale.toString()))) {
            assertThat(second.url()).isEqualTo(stale.toString());
            assertThat(new SocketClient(stale).get("/file_groups").body()).contains("IMG");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(stale)))
                    .isEqualTo("rw-rw----");
        }
    }

    @Test
    void neverRemovesAFileThatIsNoSocket() throws IOException {
        Path file = Files.writeString(folder.resolve("precious"), "text");
        assertThatThrownBy(() -> MetsServer.start(mets, MetsAddress.parse(file.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another kind of file");
        assertThat(file).hasContent("text");
    }

    @Test
    void servesALocalPortToo() throws Exception {
        try (MetsServer tcp = MetsServer.start(mets, MetsAddress.parse("http://127.0.0.1:0"));
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest groups = HttpRequest.newBuilder(URI.create(tcp.url() + "/file_groups"))
                    .build();
            assertThat(http.send(groups, BodyHandlers.ofString()).body()).isEqualTo("{\"file_groups\":[\"IMG\"]}");
            int port = URI.create(tcp.url()).getPort();
            assertThatThrownBy(() -> MetsServer.start(mets, MetsAddress.parse("http://127.0.0.1:" + port)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("http://127.0.0.1:" + port);
        }
    }

    @Test
    void keepsPagesInABrowserOut() throws Exception {
        SocketClient.Answer answer = client.send(
                "POST", "/file", FORM + "\r\nOrigin: http://example.org", "file_grp=OCR&file_id=a&mimetype=a/b");
        refuses(403, answer, "browser");
        assertThat(client.get("/file_groups").body()).doesNotContain("OCR");
    }

    @Test
    void refusesAddressesThatOthersCouldReachAndPathsThatAreTooLong() {
        for (String bad : new String[] {
            "",
            "http://192.0.2.1:1",
            "https://localhost:1",
            "http://localhost",
            "http://localhost:1/tcp_mets",
            "http://a b:1",
            "/" + "x".repeat(200)
        }) {
            assertThatThrownBy(() -> MetsAddress.parse(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
