package org.quire.activities.warm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the Python interpreter that an executable script asks for in its first lines. */
final class Interpreter {

    /** Longest head that is looked at: a first line with a path of the greatest length the system allows. */
    private static final int HEAD_BYTES = 8192;

    private static final Pattern PYTHON = Pattern.compile("(python|pypy)[0-9.]*");
    /** What pip writes if the interpreter's path is too long for, or has a blank in, the first line. */
    private static final Pattern LONG_PATH = Pattern.compile("^'''exec' \"?([^\"\\n]+?)\"? \"\\$0\" \"\\$@\"");

    private Interpreter() {}

    /**
     * The command that starts the interpreter, with the options that the script gives it.
     *
     * @return empty if the executable is no Python script
     */
    static Optional<List<String>> of(Path executable) throws IOException {
        String[] lines = head(executable).split("\n", 3);
        if (!lines[0].startsWith("#!")) {
            return Optional.empty();
        }
        if (lines.length > 1) {
            Matcher longPath = LONG_PATH.matcher(lines[1]);
            if (longPath.find() && isPython(longPath.group(1))) {
                return Optional.of(List.of(longPath.group(1)));
            }
        }
        List<String> words = List.of(lines[0].substring(2).strip().split("\\s+"));
        if (Path.of(words.getFirst()).endsWith("env")) {
            // The search on PATH is left to env itself.
            boolean python = words.stream()
                    .skip(1)
                    .filter(word -> !word.startsWith("-") && !word.contains("="))
                    .findFirst()
                    .filter(Interpreter::isPython)
                    .isPresent();
            return python ? Optional.of(withoutSplitOption(words)) : Optional.empty();
        }
        return isPython(words.getFirst()) ? Optional.of(words) : Optional.empty();
    }

    /** {@code env -S} splits a first line; here it is split already. */
    private static List<String> withoutSplitOption(List<String> words) {
        return words.stream()
                .filter(word -> !word.equals("-S") && !word.equals("--split-string"))
                .toList();
    }

    private static boolean isPython(String program) {
        return PYTHON.matcher(Path.of(program).getFileName().toString()).matches();
    }

    private static String head(Path executable) throws IOException {
        try (InputStream in = Files.newInputStream(executable)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
        }
    }
}
