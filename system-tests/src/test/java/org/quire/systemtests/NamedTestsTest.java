package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quire.systemtests.harness.TestEnvironment;

/** The tests that the documentation names as proofs must be there. */
class NamedTestsTest {

    /** A test class, or one with a method; a method alone belongs to the class named last on its line. */
    private static final Pattern NAME = Pattern.compile("`(?:([A-Z]\\w*Test)(?:\\.(\\w+))?|([a-z]\\w*[A-Z]\\w*))`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/conformance.md"})
    void everyTestThatTheDocumentationNamesIsThere(String document) throws IOException {
        Map<String, String> tests = tests();
        var named = new ArrayList<String>();
        for (String line : Files.readAllLines(TestEnvironment.projectRoot().resolve(document))) {
            String last = "";
            for (var name : NAME.matcher(line).results().toList()) {
                String method = name.group(1) == null ? name.group(3) : name.group(2);
                if (name.group(1) == null && last.isEmpty()) {
                    continue;
                }
                last = name.group(1) == null ? last : name.group(1);
                assertThat(tests).as(line).containsKey(last);
                if (method != null) {
                    assertThat(tests.get(last)).as(line).contains(" " + method + "(");
                }
                named.add(last);
            }
        }
        assertThat(named).as("tests named in " + document).hasSizeGreaterThan(10);
    }

    private static Map<String, String> tests() throws IOException {
        var tests = new HashMap<String, String>();
        for (Path module : folders(TestEnvironment.projectRoot())) {
            Path sources = module.resolve("src/test/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                        tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                    }
                }
            }
        }
        return tests;
    }

    private static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }
}
