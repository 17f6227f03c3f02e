package org.quire.api.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/** Which endpoint needs which role: the one table of it, which {@code docs/access.md} shows too. The first line that fits counts. */
final class AccessRules {

    /**
     * A line of the table.
     *
     * @param method null: any
     * @param path as Spring's path patterns are
     * @param role null: no token is needed
     */
    record Rule(
            @Nullable HttpMethod method,
            String path,
            @Nullable Role role) {}

    static final List<Rule> TABLE = List.of(
            new Rule(HttpMethod.GET, "/actuator/health/**", null),
            // It has the job's own token, which it checks itself.
            new Rule(HttpMethod.POST, "/result_callback", null),
            new Rule(HttpMethod.POST, "/stop", Role.ADMIN),
            new Rule(HttpMethod.DELETE, "/kill_mets_server_zombies", Role.ADMIN),
            // It may repair, and its answer has paths of all workspaces.
            new Rule(HttpMethod.POST, "/checkup", Role.ADMIN),
            new Rule(HttpMethod.GET, "/checkup/{id}", Role.ADMIN),
            new Rule(HttpMethod.POST, "/processor/run/{name}", Role.SUBMIT),
            new Rule(HttpMethod.POST, "/workflow", Role.SUBMIT),
            new Rule(HttpMethod.PUT, "/workflow/{id}", Role.SUBMIT),
            new Rule(HttpMethod.POST, "/workflow/run", Role.SUBMIT),
            // It only looks.
            new Rule(HttpMethod.POST, "/workflow/validate", Role.READ),
            new Rule(HttpMethod.POST, "/workflow/job/{id}/{ending}", Role.SUBMIT),
            new Rule(HttpMethod.POST, "/tcp_mets", Role.SUBMIT),
            // Its answer has the tokens of jobs.
            new Rule(HttpMethod.GET, "/processor/external", Role.SUBMIT),
            new Rule(HttpMethod.GET, "/**", Role.READ),
            new Rule(HttpMethod.HEAD, "/**", Role.READ),
            new Rule(HttpMethod.OPTIONS, "/**", Role.READ),
            // What nobody has thought of is not for everybody.
            new Rule(null, "/**", Role.ADMIN));

    private AccessRules() {}
}
