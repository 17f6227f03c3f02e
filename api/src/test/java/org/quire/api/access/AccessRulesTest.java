package org.quire.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quire.api.ApiTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;

/** The table of access against its documentation and against the endpoints that there are. */
@ApiTest
class AccessRulesTest {

    private static final Set<RequestMethod> SAFE = Set.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS);

    @Autowired
    private RequestMappingHandlerMapping requestMappingHandlerMapping;

    private static String words(AccessRules.Rule rule) {
        HttpMethod method = rule.method();
        return "| %s | `%s` | %s |"
                .formatted(
                        method == null ? "any" : method.name(),
                        rule.path(),
                        rule.role() == null ? "none" : rule.role().word());
    }

    @Test
    void theDocumentedTableIsTheOneInForce() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("..", "docs", "access.md")).stream()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .toList();

        assertThat(documented)
                .containsExactlyElementsOf(
                        AccessRules.TABLE.stream().map(AccessRulesTest::words).toList());
    }

    @Test
    void everyEndpointThatMayChangeSomethingHasALineOfItsOwn() {
        List<String> unlisted = requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName().startsWith("org.quire."))
                .flatMap(entry -> entry.getKey().getMethodsCondition().getMethods().stream()
                        .filter(method -> !SAFE.contains(method))
                        .flatMap(method ->
                                entry.getKey().getPatternValues().stream().map(path -> method + " " + path)))
                .filter(endpoint -> Stream.of(endpoint).noneMatch(AccessRulesTest::isListed))
                .toList();

        assertThat(unlisted).isEmpty();
    }

    private static boolean isListed(String endpoint) {
        String method = endpoint.split(" ")[0];
        String path = endpoint.split(" ")[1].replaceAll("[{}]", "");
        return AccessRules.TABLE.stream()
                .filter(rule -> rule.method() != null && rule.method().name().equals(method))
                .anyMatch(rule ->
                        PathPatternParser.defaultInstance.parse(rule.path()).matches(PathContainer.parsePath(path)));
    }
}
