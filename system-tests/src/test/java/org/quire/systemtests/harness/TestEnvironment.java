package org.quire.systemtests.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the machine offers the system tests. Each is a system property ({@code quire.test.temporal}) or an environment variable
 * ({@code QUIRE_TEST_TEMPORAL}); {@code ./quire test} sets them.
 */
public final class TestEnvironment {

    private TestEnvironment() {}

    /** The {@code temporal} executable. */
    public static Optional<Path> temporal() {
        return file("quire.test.temporal").filter(Files::isExecutable);
    }

    /** A folder with the {@code ocrd-*} executables of a Python environment, its interpreter among them. */
    public static Optional<Path> processors() {
        return file("quire.test.processors").filter(folder -> Files.isExecutable(folder.resolve("ocrd-dummy")));
    }

    /** The folder with the executables of a Python environment that has this release of {@code ocrd}. */
    public static Optional<Path> client(String version) {
        return file("quire.test.client." + version)
                .or(() -> version.equals(OfficialClient.LATEST) ? processors() : Optional.empty())
                .filter(folder -> Files.isExecutable(folder.resolve("ocrd")));
    }

    static String clientVariable(String version) {
        return "QUIRE_TEST_CLIENT_" + version.replace('.', '_');
    }

    /** Tesseract's models. */
    public static Optional<Path> tessdata() {
        return file("quire.test.tessdata").filter(Files::isDirectory);
    }

    /** A folder with the {@code ocrd} of a 2.x release whose Processor Server works. */
    public static Optional<Path> ocrd2() {
        return file("quire.test.ocrd2").filter(folder -> Files.isExecutable(folder.resolve("ocrd")));
    }

    /** An executable that serves MongoDB's protocol at an address, its data in a folder. */
    public static Optional<Path> mongodb() {
        return file("quire.test.mongodb").filter(Files::isExecutable);
    }

    /** Books that don't belong to the project. */
    public static Optional<Path> samples() {
        return file("quire.test.samples")
                .or(() -> Optional.of(projectRoot().resolve("../shared/samples").normalize()))
                .filter(Files::isDirectory);
    }

    /** What is missing for the tests against the real engine, a sentence each; empty: nothing. */
    public static List<String> missing() {
        var missing = new ArrayList<String>();
        if (temporal().isEmpty()) {
            missing.add("Expected the temporal executable in QUIRE_TEST_TEMPORAL.");
        }
        if (processors().isEmpty()) {
            missing.add("Expected a folder with ocrd-dummy in QUIRE_TEST_PROCESSORS.");
        }
        if (tessdata().isEmpty()) {
            missing.add("Expected the folder of Tesseract's models in QUIRE_TEST_TESSDATA.");
        }
        return missing;
    }

    /** Where a missing engine is a failure and not a skipped test. */
    public static boolean isContinuousIntegration() {
        return "true".equalsIgnoreCase(value("ci"));
    }

    /** The folder with the parent {@code pom.xml}. */
    public static Path projectRoot() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("system-tests"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("Expected to be started inside the project's folder.");
            }
        }
        return folder;
    }

    private static Optional<Path> file(String property) {
        return Optional.ofNullable(value(property))
                .filter(text -> !text.isBlank())
                .map(text -> Path.of(text).toAbsolutePath());
    }

    private static @Nullable String value(String property) {
        String set = System.getProperty(property);
        return set != null
                ? set
                : System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
}
