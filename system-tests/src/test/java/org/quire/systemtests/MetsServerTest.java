package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.OcrdWorkspace;
import org.quire.systemtests.harness.QuireCommandLine;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.Recorder;
import org.quire.systemtests.harness.RequiresRealEngine;

/** OCR-D's own processors and commands with {@code -U}, against both of Quire's METS servers. */
@ExtendWith(RequiresRealEngine.class)
class MetsServerTest {

    private static final Duration LONGEST = Duration.ofSeconds(180);
    private static final Pattern ADDED = Pattern.compile("(?m)^added (ADDED_\\d+)$");

    @Test
    void aProcessorStartedByHandSharesTheMetsWithARun(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("by-hand"), 4);
        Path scratch = quire.scratch("by-hand");
        Path gate = scratch.resolve("gate");
        var recorder = new Recorder(scratch.resolve("record"));
        String task = recorder.task(
                "OCR-D-IMG",
                "RUN",
                Recorder.parameters().put("gate", gate.toString()).put("gate_page", "PHYS_0004"));
        String run = quire.client().submitPageWise(book.mets(), task, "PHYS_0001..PHYS_0004");
        await("pages are done, and one is at the gate").atMost(LONGEST).until(() -> {
            List<String> ended = recorder.calls().stream()
                    .filter(Recorder.Call::ended)
                    .map(Recorder.Call::pages)
                    .toList();
            return ended.size() == 3 && !ended.contains("PHYS_0004");
        });

        new OcrdWorkspace(book, quire.client().server() + "/tcp_mets", scratch)
                .process("ocrd-dummy", "OCR-D-IMG", "HAND");
        assertThat(quire.client().state(run)).isEqualTo("RUNNING");
        assertEachPageOnce(book, "HAND");
        Files.createFile(gate);
        quire.client().awaitSuccess(run, LONGEST);

        assertEachPageOnce(book, "HAND");
        assertEachPageOnce(book, "RUN");
        assertThat(MetsDocument.read(book.mets()).agents())
                .filteredOn(name -> name.startsWith("ocrd-dummy"))
                .hasSize(1);
        assertNoJournal(book);
    }

    @Test
    void ocrdWorkspaceWorksOverTcp(QuireSystem quire) throws IOException {
        Book book = Book.generated(quire.workspaces().resolve("over-tcp"), 2);
        worksForOcrdWorkspace(
                new OcrdWorkspace(book, quire.client().server() + "/tcp_mets", quire.scratch("over-tcp")));
        String run = quire.client().submitPageWise(book.mets(), "dummy -I ADDED -O AFTER", "PHYS_0001");
        quire.client().awaitSuccess(run, LONGEST);
        assertThat(MetsDocument.read(book.mets()).files("AFTER")).hasSize(1);
    }

    @Test
    void ocrdWorkspaceAndProcessorsWorkOverASocketThatEndsByTheirWish() throws IOException {
        Path folder = QuireSystem.newFolder("mets");
        Book book = Book.generated(folder.resolve("book"), 2);
        Path socket = socket();
        ChildProcess server = new QuireCommandLine(folder).serveMets(book.mets(), socket.toString());
        server.awaitLine("Quire serves (\\S+)", LONGEST);
        var workspace = new OcrdWorkspace(book, socket.toString(), folder);

        worksForOcrdWorkspace(workspace);
        workspace.process("ocrd-dummy", "OCR-D-IMG", "HAND");
        workspace.call("server", "stop");

        assertThat(server.waitFor(LONGEST)).isZero();
        assertThat(socket).doesNotExist();
        assertEachPageOnce(book, "HAND");
        assertNoJournal(book);
    }

    private static void worksForOcrdWorkspace(OcrdWorkspace workspace) {
        assertThat(workspace.call("list-group")).containsExactly("OCR-D-IMG");
        assertThat(workspace.call("list-page")).containsExactly("PHYS_0001", "PHYS_0002");
        assertThat(workspace.call("find", "-G", "OCR-D-IMG", "-g", "PHYS_0002", "-k", "ID"))
                .containsExactly("OCR-D-IMG_0002");
        workspace.call(
                "add",
                "-G",
                "ADDED",
                "-i",
                "ADDED_1",
                "-m",
                "image/png",
                "-g",
                "PHYS_0001",
                "OCR-D-IMG/OCR-D-IMG_0001.png");
        assertThat(workspace.call("find", "-G", "//ADD.*", "-k", "ID", "-k", "local_filename"))
                .containsExactly("ADDED_1\tOCR-D-IMG/OCR-D-IMG_0001.png");
        assertThat(workspace.call("get-id")).containsExactly("http://example.org/generated");
        workspace.call("server", "save");
        workspace.call("server", "reload");
        assertThat(MetsDocument.read(workspace.book().mets()).files("ADDED")).hasSize(1);
    }

    @Test
    void aKilledSocketServerHasLostNothingThatItAcknowledged() throws IOException {
        Path folder = QuireSystem.newFolder("mets-killed");
        Book book = Book.generated(folder.resolve("book"), 2);
        Path socket = socket();
        var quire = new QuireCommandLine(folder);
        ChildProcess server = quire.serveMets(book.mets(), socket.toString());
        server.awaitLine("Quire serves (\\S+)", LONGEST);
        List<String> added = killWhileAdding(server, new OcrdWorkspace(book, socket.toString(), folder));
        assertThat(socket).exists();

        ChildProcess next = quire.serveMets(book.mets(), socket.toString());
        next.awaitLine("Quire serves (\\S+)", LONGEST);
        assertThat(new OcrdWorkspace(book, socket.toString(), folder).call("find", "-G", "ADDED", "-k", "ID"))
                .containsAll(added)
                .doesNotHaveDuplicates();
        next.close();

        assertThat(socket).doesNotExist();
        assertAllAdded(book, added);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void aSignalSavesAndEndsTheSocketServerWithoutAnError(String signal) throws IOException {
        Path folder = QuireSystem.newFolder("mets-" + signal);
        Book book = Book.generated(folder.resolve("book"), 2);
        Path socket = socket();
        ChildProcess server = new QuireCommandLine(folder).serveMets(book.mets(), socket.toString());
        server.awaitLine("Quire serves (\\S+)", LONGEST);
        new OcrdWorkspace(book, socket.toString(), folder).process("ocrd-dummy", "OCR-D-IMG", "HAND");

        server.signal(signal);

        assertThat(server.waitFor(LONGEST)).isZero();
        assertThat(socket).doesNotExist();
        assertEachPageOnce(book, "HAND");
        assertNoJournal(book);
    }

    @Test
    void aKilledRestServerHasLostNothingThatItAcknowledged() throws IOException {
        Path folder = QuireSystem.newFolder("tcp-killed");
        Book book = Book.generated(folder.resolve("workspaces/book"), 2);
        var quire = new QuireCommandLine(folder);
        ChildProcess server = quire.serve();
        String url = server.awaitLine("Quire listens on (\\S+)", LONGEST) + "/tcp_mets";
        List<String> added = killWhileAdding(server, new OcrdWorkspace(book, url, folder));

        String next = quire.serve().awaitLine("Quire listens on (\\S+)", LONGEST) + "/tcp_mets";
        assertThat(new OcrdWorkspace(book, next, folder).call("find", "-G", "ADDED", "-k", "ID"))
                .containsAll(added)
                .doesNotHaveDuplicates();

        assertAllAdded(book, added);
    }

    /** The ids of the files that the client knows to be added when its server is killed, at whatever moment that is. */
    private static List<String> killWhileAdding(ChildProcess server, OcrdWorkspace workspace) {
        try (ChildProcess adder = workspace.startAdder()) {
            adder.awaitLine("(?m)^added (ADDED_00025)$", LONGEST);
            server.killNow();
            assertThat(adder.waitFor(LONGEST))
                    .as("exit code of a client without server")
                    .isNotZero();
            return ADDED.matcher(adder.output())
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
    }

    private static void assertAllAdded(Book book, List<String> added) {
        List<MetsDocument.Entry> files = MetsDocument.read(book.mets()).files("ADDED");
        assertThat(added).hasSizeGreaterThanOrEqualTo(25);
        assertThat(files).extracting(MetsDocument.Entry::id).containsAll(added).doesNotHaveDuplicates();
        assertThat(files).allSatisfy(file -> assertThat(file.pages()).containsExactly("PHYS_0001"));
        assertNoJournal(book);
    }

    private static void assertEachPageOnce(Book book, String group) {
        var mets = MetsDocument.read(book.mets());
        assertThat(mets.files(group))
                .allSatisfy(file -> assertThat(file.pages()).hasSize(1))
                .extracting(file -> file.pages().getFirst())
                .containsExactlyInAnyOrderElementsOf(mets.pages());
    }

    private static void assertNoJournal(Book book) {
        assertThat(book.folder().resolve(".mets.xml.journal")).doesNotExist();
    }

    /** In a folder with a short name: the path of a socket may have some hundred bytes only. */
    private static Path socket() throws IOException {
        return Files.createTempDirectory("quire").resolve("mets.sock");
    }
}
