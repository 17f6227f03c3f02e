package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quire.api.access.AuthProperties;
import org.quire.api.config.ApiProperties;
import org.quire.api.mets.MetsSessionProperties;
import org.quire.systemtests.harness.TestEnvironment;
import org.quire.workerhost.QuireWorkerHostProperties;

/** What the README says of the configuration. */
class ReadmeTest {

    private static final Pattern PROPERTY = Pattern.compile("`(quire\\.[a-z.-]+)`");

    /** Read by Spring's own properties and by the command line, not by a record of Quire's. */
    private static final Set<String> ELSEWHERE = Set.of("quire.port", "quire.host", "quire.temporal");

    @Test
    void listsEveryPropertyAndNoOther() throws IOException {
        var properties = new TreeSet<>(ELSEWHERE);
        Stream.of(
                        names("quire", ApiProperties.class),
                        names("quire", QuireWorkerHostProperties.class),
                        names("quire.auth", AuthProperties.class))
                .flatMap(names -> names)
                .forEach(properties::add);
        names("quire.mets-sessions", MetsSessionProperties.class).forEach(properties::add);

        assertThat(listed()).containsExactlyElementsOf(properties);
    }

    /** The properties in the first cells of the README's tables. */
    private static Set<String> listed() throws IOException {
        var listed = new TreeSet<String>();
        Files.readString(TestEnvironment.projectRoot().resolve("README.md"))
                .lines()
                .filter(line -> line.startsWith("| `quire."))
                .flatMap(
                        line -> PROPERTY.matcher(line.split("\\|")[1]).results().map(MatchResult::group))
                .map(name -> name.replace("`", ""))
                .forEach(listed::add);
        return listed;
    }

    private static Stream<String> names(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> {
            String name = prefix + "." + kebab(component);
            return component.getType().isRecord() ? names(name, component.getType()) : Stream.of(name);
        });
    }

    private static String kebab(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
