package org.quire.systemtests.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;
import java.util.List;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.TestEnvironment;

/**
 * {@code ./quire chaos}: kills, freezes and starves a busy Quire at random. Ends with 0 if nothing was lost, doubled or revived, 1 if
 * something was, 2 if it can't be run.
 */
public final class Chaos {

    private Chaos() {}

    public static void main(String[] arguments) throws JsonProcessingException {
        Options options;
        try {
            options = Options.parse(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        List<String> missing = TestEnvironment.missing();
        if (!missing.isEmpty()) {
            missing.forEach(System.err::println);
            System.exit(2);
        }
        Path folder = QuireSystem.newFolder("chaos");
        System.err.printf("%d kills, seed %d, in %s%n", options.kills(), options.seed(), folder);
        Campaign.Result result = new Campaign(folder, options.seed(), options.kills()).run();
        var printout = new Printout(options, result);
        System.out.println(options.json() ? printout.json() : printout.text());
        System.exit(result.violations().isEmpty() ? 0 : 1);
    }
}
