package org.quire.api.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.ApiTest;
import org.quire.api.config.ApiProperties;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@ApiTest
class LocksEndpointTest {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApiProperties properties;

    @TempDir
    Path elsewhere;

    @Test
    void anIdleWorkspaceHasNoLocks() throws IOException {
        Path mets = Files.createFile(
                Files.createTempDirectory(properties.workspaces().getFirst(), "book")
                        .resolve("mets.xml"));

        assertThat(mvc.get().uri("/workspace/locks").param("mets_path", mets.toString()))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"path_to_mets\":\"" + mets + "\",\"entries\":[]}");
    }

    @Test
    void tellsNothingOfOtherFiles() {
        assertThat(mvc.get().uri("/workspace/locks").param("mets_path", "/no/mets.xml"))
                .hasStatus(404);
        assertThat(mvc.get().uri("/workspace/locks").param("mets_path", elsewhere.toString()))
                .hasStatus(403);
        assertThat(mvc.get().uri("/workspace/locks")).hasStatus(422);
    }
}
