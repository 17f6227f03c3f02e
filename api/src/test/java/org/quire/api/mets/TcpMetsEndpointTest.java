package org.quire.api.mets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.ApiTest;
import org.quire.api.config.ApiProperties;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The METS server of all workspaces, in the envelopes of OCR-D's client. */
@ApiTest
class TcpMetsEndpointTest {

    private static final String FILE = """
            {"form":{"force":%s,"file_grp":"OCR","file_id":"OCR_1","mimetype":"image/png","page_id":"P1","url":null,
            "local_filename":"OCR/1.png"}}""";

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApiProperties properties;

    @TempDir
    Path elsewhere;

    private Path mets;

    @BeforeEach
    void makeWorkspace() throws IOException {
        mets = Workspaces.make(Files.createTempDirectory(properties.workspaces().getFirst(), "book"));
        close(0, false);
    }

    private MvcTestResult send(String workspace, String method, String path, String responseType, String data) {
        return post("""
                {"workspace_path":"%s","method_type":"%s","response_type":"%s","request_url":"%s","request_data":%s}""".formatted(workspace, method, responseType, path, data));
    }

    private MvcTestResult send(String method, String path, String responseType, String data) {
        return send(String.valueOf(mets.getParent()), method, path, responseType, data);
    }

    private MvcTestResult post(String body) {
        return mvc.post()
                .uri("/tcp_mets")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private String close(int minutes, boolean dryRun) throws IOException {
        return mvc.delete()
                .uri("/kill_mets_server_zombies?minutes_ago=" + minutes + "&dry_run=" + dryRun)
                .exchange()
                .getResponse()
                .getContentAsString();
    }

    @Test
    void answersReadersInTheClientsShapes() {
        assertThat(send("GET", "workspace_path", "text", "{}"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"text\":\"" + mets.getParent() + "\"}");
        assertThat(send("GET", "unique_identifier", "text", "{}"))
                .bodyJson()
                .isStrictlyEqualTo("{\"text\":\"http://example.org/book\"}");
        assertThat(send("GET", "physical_pages", "dict", "{}"))
                .bodyJson()
                .isStrictlyEqualTo("{\"physical_pages\":[\"P1\",\"P2\"]}");
        assertThat(send("GET", "file_groups", "empty", "{}")).bodyJson().isStrictlyEqualTo("{}");
        assertThat(send("GET", "agent", "class", "{}"))
                .bodyJson()
                .extractingPath("$.agents[0].name")
                .isEqualTo("maker");
        assertThat(send(
                        "GET",
                        "file",
                        "class",
                        "{\"params\":{\"file_grp\":\"IMG\",\"page_id\":\"P1\",\"url\":null,\"include_fileGrp\":[]}}"))
                .bodyJson()
                .isStrictlyEqualTo("""
                        {"files":[{"file_grp":"IMG","file_id":"IMG_1","mimetype":"image/png","page_id":"P1","url":"",
                        "local_filename":"IMG/1.png"}]}""");
    }

    @Test
    void takesAdditionsAndSavesThem() throws IOException {
        assertThat(send("POST", "file", "class", FILE.formatted("false")))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.file_id")
                .isEqualTo("OCR_1");
        assertThat(send("POST", "agent", "class", """
                {"class":{"name":"ocrd-x","type":"OTHER","role":"OTHER","otherrole":null,"othertype":"SOFTWARE",
                "notes":null}}""")).hasStatusOk();
        assertThat(send("PUT", "", "text", "{}"))
                .bodyJson()
                .isStrictlyEqualTo("{\"text\":\"The Mets Server is writing changes to disk.\"}");
        assertThat(Files.readString(mets)).contains("OCR_1", "ocrd-x");
    }

    @Test
    void keepsTheStatusOfErrorsAndSaysWhy() {
        send("POST", "file", "class", FILE.formatted("false"));
        assertThat(send("POST", "file", "class", FILE.formatted("false")))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("already exists", "neither force nor ignore are set");
        assertThat(send("POST", "file", "class", FILE.formatted("true"))).hasStatusOk();
        assertThat(send("GET", "file", "class", "{\"params\":{\"page_id\":\"P9\"}}"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("P9");
        assertThat(send("GET", "nothing", "dict", "{}")).hasStatus(404);
        assertThat(send("BREW", "file", "dict", "{}")).hasStatus(405);
    }

    @Test
    void refusesWorkspacesThatAreNotThereOrNotToBeServed() throws IOException {
        Path outside = Workspaces.make(elsewhere);
        assertThat(send(String.valueOf(outside.getParent()), "GET", "file_groups", "dict", "{}"))
                .hasStatus(403)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("quire.workspaces");
        assertThat(send(properties.workspaces().getFirst() + "/none", "GET", "file_groups", "dict", "{}"))
                .hasStatus(404);
        assertThat(send("book", "GET", "file_groups", "dict", "{}")).hasStatus(404);
    }

    @Test
    void refusesAMetsThatIsBroken() throws IOException {
        Files.writeString(mets, "<broken");
        assertThat(send("GET", "file_groups", "dict", "{}")).hasStatus(422);
    }

    @Test
    void refusesEnvelopesThatAreNotAsTheyShouldBe() {
        assertThat(post("{}"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("response_type");
        assertThat(post("[]")).hasStatus(422);
        assertThat(post("{")).hasStatus(422);
        assertThat(send("GET", "file", "xml", "{}")).hasStatus(422);
        assertThat(send("GET", "file", "class", "{\"params\":[]}")).hasStatus(422);
        assertThat(send("GET", "file", "class", "{\"params\":{\"page_id\":[\"P1\"]}}"))
                .hasStatus(422);
        assertThat(send("POST", "agent", "class", "{\"class\":{\"name\":1}}")).hasStatus(422);
        assertThat(send("POST", "file", "class", "{\"form\":{}}")).hasStatus(422);
    }

    @Test
    void closesIdleSessionsAndSavesThem() throws IOException {
        send("POST", "file", "class", FILE.formatted("false"));
        assertThat(close(90, false)).isEqualTo("[]");
        String idle = close(0, true);
        assertThat(idle).matches("\\[\\d+]");
        assertThat(Files.readString(mets)).doesNotContain("OCR_1");
        assertThat(close(0, false)).isEqualTo(idle);
        assertThat(Files.readString(mets)).contains("OCR_1");
        assertThat(close(0, false)).isEqualTo("[]");
        assertThat(mvc.delete().uri("/kill_mets_server_zombies?minutes_ago=-1")).hasStatus(422);
        assertThat(mvc.delete().uri("/kill_mets_server_zombies?minutes_ago=x")).hasStatus(422);
    }

    @Test
    void endsTheSessionAloneWhenAClientStopsIt() throws IOException {
        send("POST", "file", "class", FILE.formatted("false"));
        assertThat(send("DELETE", "", "text", "{}"))
                .bodyJson()
                .isStrictlyEqualTo("{\"text\":\"The Mets Server will shut down soon...\"}");
        assertThat(close(0, true)).isEqualTo("[]");
        assertThat(Files.readString(mets)).contains("OCR_1");
        assertThat(send("GET", "file_groups", "dict", "{}")).bodyJson().isStrictlyEqualTo("""
                {"file_groups":["IMG","OCR"]}""");
    }
}
