package org.quire.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.ServerFailed;
import org.quire.cli.engine.EngineChoice;
import org.quire.cli.engine.EngineException;

class QuireServerTest {

    @TempDir
    Path folder;

    @Test
    void servesFromOneProcessAndOwnsItsDataFolder() {
        QuireClient client = clientOfAnEndedServer();

        assertThat(client.isThere()).isFalse();
        assertThatThrownBy(client::processors).isInstanceOf(ServerFailed.class);
    }

    private QuireClient clientOfAnEndedServer() {
        try (QuireServer server = QuireServer.start(settings())) {
            var client = new QuireClient(server.url());
            assertThat(client.isThere()).isTrue();
            assertThat(client.processors().json()).startsWith("[");
            assertThat(server.warning())
                    .hasValueSatisfying(warning -> assertThat(warning).contains("temporal"));
            assertThat(Files.exists(folder.resolve("data").resolve("quire.log")))
                    .isTrue();
            assertThatThrownBy(() -> QuireServer.start(settings()))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("uses the data folder");
            return client;
        }
    }

    @Test
    void dataFolderIsFreeAgainAfterTheEnd() {
        DataFolderLock.take(folder).close();
        DataFolderLock second = DataFolderLock.take(folder);

        assertThatThrownBy(() -> DataFolderLock.take(folder))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        second.close();
    }

    private ServerSettings settings() {
        return new ServerSettings(
                "127.0.0.1",
                0,
                folder.resolve("data"),
                List.of(folder),
                folder,
                List.of(),
                null,
                new EngineChoice.InProcess(),
                true);
    }
}
