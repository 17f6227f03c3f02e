package org.quire.activities.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterpreterTest {

    @TempDir
    Path temp;

    @Test
    void readsTheFirstLine() throws IOException {
        assertThat(of("#!/venv/bin/python3\nimport sys\n")).contains(List.of("/venv/bin/python3"));
        assertThat(of("#! /opt/conda/bin/python3.11 -u\n")).contains(List.of("/opt/conda/bin/python3.11", "-u"));
    }

    @Test
    void leavesTheSearchForAnInterpreterToEnv() throws IOException {
        assertThat(of("#!/usr/bin/env python3\n")).contains(List.of("/usr/bin/env", "python3"));
        assertThat(of("#!/usr/bin/env -S python3 -u\n")).contains(List.of("/usr/bin/env", "python3", "-u"));
    }

    @Test
    void seesThroughPipsTrickForLongPaths() throws IOException {
        assertThat(of("#!/bin/sh\n'''exec' /a/very/long/path/bin/python3 \"$0\" \"$@\"\n' '''\nimport sys\n"))
                .contains(List.of("/a/very/long/path/bin/python3"));
        assertThat(of("#!/bin/sh\n'''exec' \"/with a blank/bin/python\" \"$0\" \"$@\"\n' '''\n"))
                .contains(List.of("/with a blank/bin/python"));
    }

    @Test
    void findsNoneInOtherExecutables() throws IOException {
        assertThat(of("#!/bin/sh\nexec python3 \"$0\"\n")).isEmpty();
        assertThat(of("#!/usr/bin/env bash\npython3 x\n")).isEmpty();
        assertThat(of("\u007fELF\u0002")).isEmpty();
        assertThat(of("")).isEmpty();
        assertThat(of("#!\n")).isEmpty();
    }

    private Optional<List<String>> of(String text) throws IOException {
        return Interpreter.of(Files.writeString(temp.resolve("ocrd-x"), text));
    }
}
