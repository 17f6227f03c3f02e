package org.quire.api.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.workflows.engine.DataLayout;

class ScriptStoreTest {

    @TempDir
    Path data;

    private ScriptStore store;

    @BeforeEach
    void openStore() {
        store = new ScriptStore(new DataLayout(data));
    }

    private UUID add(String text) {
        return ((ScriptStore.Stored.New) store.add(text)).id();
    }

    @Test
    void givesBackWhatWasStored() {
        assertThat(store.find(add("dummy -I A -O ſ\n"))).contains("dummy -I A -O ſ\n");
        assertThat(store.find(UUID.randomUUID())).isEmpty();
    }

    @Test
    void namesTheScriptThatHasTheSameText() throws Exception {
        UUID first = add("a");
        add("b");

        assertThat(store.add("a")).isEqualTo(new ScriptStore.Stored.Duplicate(first));
        try (var files = Files.list(data.resolve("scripts"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void replacesOnlyWhatIsThere() {
        UUID id = add("a");

        assertThat(store.replace(id, "b")).isTrue();
        assertThat(store.find(id)).contains("b");
        assertThat(store.replace(UUID.randomUUID(), "c")).isFalse();
    }

    @Test
    void leavesNoTemporaryFile() {
        UUID id = add("a");

        assertThat(data.resolve("scripts")).isDirectoryContaining(file -> file.endsWith(id + ".txt"));
        assertThat(data.resolve("scripts")).isDirectoryNotContaining("glob:**.tmp");
    }
}
