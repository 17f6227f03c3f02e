package org.quire.api.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.api.ApiTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@ApiTest
class CheckupEndpointsTest {

    @Autowired
    private MockMvcTester mvc;

    @TempDir
    Path elsewhere;

    @Test
    void looksAtNoOtherFilesThanThoseOfTheWorkspaces() {
        assertThat(mvc.post().uri("/checkup").param("mets_path", "/no/mets.xml"))
                .hasStatus(404);
        assertThat(mvc.post().uri("/checkup").param("mets_path", elsewhere.toString()))
                .hasStatus(403);
        assertThat(mvc.post().uri("/checkup").param("repair", "maybe")).hasStatus(422);
    }
}
