package org.quire.api.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quire.api.ApiTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class ScriptEndpointsTest {

    @Autowired
    private MockMvcTester mvc;

    private MvcTestResult upload(HttpMethod method, String uri, byte[] content) {
        return mvc.method(method)
                .multipart()
                .uri(uri)
                .file(new MockMultipartFile("workflow", "workflow.txt", "text/plain", content))
                .exchange();
    }

    private MvcTestResult upload(HttpMethod method, String uri, String content) {
        return upload(method, uri, content.getBytes(StandardCharsets.UTF_8));
    }

    private static String id(MvcTestResult result) throws Exception {
        return JsonPath.read(result.getResponse().getContentAsString(), "$.workflow_id");
    }

    @Test
    void storesReplacesAndGivesBackScripts() throws Exception {
        MvcTestResult stored = upload(HttpMethod.POST, "/workflow", "dummy -I A -O ſ\n");
        assertThat(stored).hasStatus(201);
        String id = id(stored);
        assertThat(stored).bodyJson().isStrictlyEqualTo("{\"workflow_id\":\"" + id + "\"}");

        assertThat(mvc.get().uri("/workflow/" + id))
                .hasStatusOk()
                .hasContentTypeCompatibleWith("text/plain")
                .bodyText()
                .isEqualTo("dummy -I A -O ſ\n");

        assertThat(upload(HttpMethod.PUT, "/workflow/" + id, "dummy -I A -O B")).hasStatusOk();
        assertThat(mvc.get().uri("/workflow/" + id)).bodyText().isEqualTo("dummy -I A -O B");
    }

    @Test
    void refusesTheSameScriptTwice() throws Exception {
        String id = id(upload(HttpMethod.POST, "/workflow", "dummy -I SAME -O B"));

        assertThat(upload(HttpMethod.POST, "/workflow", "dummy -I SAME -O B"))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("The same workflow script already exists, workflow id: " + id);
    }

    @Test
    void refusesScriptsThatAreNone() {
        assertThat(upload(HttpMethod.POST, "/workflow", "dummy -I\n# x"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .startsWith("Provided workflow script is invalid, failed to parse ProcessorTasks.")
                .contains("Line 1:", "Line 2:");
        assertThat(upload(HttpMethod.POST, "/workflow", " \n")).hasStatus(422);
        assertThat(upload(HttpMethod.POST, "/workflow", new byte[] {'a', (byte) 0xff}))
                .hasStatus(422);
        assertThat(mvc.post().uri("/workflow").param("workflow", "/etc/passwd"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("paths on the server are not read");
        assertThat(mvc.post().uri("/workflow")).hasStatus(422);
    }

    @Test
    void knowsNoOtherScripts() {
        UUID unknown = UUID.randomUUID();

        assertThat(mvc.get().uri("/workflow/" + unknown)).hasStatus(404);
        assertThat(upload(HttpMethod.PUT, "/workflow/" + unknown, "dummy -I A -O B"))
                .hasStatus(404);
        assertThat(upload(HttpMethod.PUT, "/workflow/no-uuid", "dummy -I A -O B"))
                .hasStatus(404);
        for (String id : List.of("no-uuid", "1-1-1-1-1")) {
            assertThat(mvc.get().uri("/workflow/" + id))
                    .hasStatus(404)
                    .bodyJson()
                    .extractingPath("$.detail")
                    .isEqualTo("Workflow script not existing for id '" + id + "'.");
        }
    }

    @Test
    void aScriptMayBecomeTheSameAsAnotherOneAsOnOcrdsServer() throws Exception {
        String first = id(upload(HttpMethod.POST, "/workflow", "dummy -I TWIN -O B"));
        String second = id(upload(HttpMethod.POST, "/workflow", "dummy -I OTHER -O B"));

        assertThat(upload(HttpMethod.PUT, "/workflow/" + second, "dummy -I TWIN -O B"))
                .hasStatusOk();
        assertThat(upload(HttpMethod.PUT, "/workflow/" + first, "dummy -I TWIN -O B"))
                .hasStatusOk();
        assertThat(upload(HttpMethod.PUT, "/workflow/" + first, " ")).hasStatus(422);
        assertThat(mvc.get().uri("/workflow/" + first)).bodyText().isEqualTo("dummy -I TWIN -O B");
    }
}
