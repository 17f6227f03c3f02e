package org.quire.systemtests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Who may import whom, and what no module has. The rules of docs/architecture.md, held by the build. */
@AnalyzeClasses(packages = "org.quire", importOptions = DoNotIncludeTests.class)
class ModuleRulesTest {

    private static final String METS = "org.quire.mets..";
    private static final String WORKFLOWS = "org.quire.workflows..";
    private static final String ACTIVITIES = "org.quire.activities..";
    private static final String API = "org.quire.api..";
    private static final String WORKER_HOST = "org.quire.workerhost..";
    private static final String CLI = "org.quire.cli..";

    @ArchTest
    static void everyModuleIsLookedAt(JavaClasses classes) {
        for (String module : List.of("mets", "workflows", "activities", "api", "workerhost", "cli")) {
            assertThat(classes.stream().map(type -> type.getPackageName() + "."))
                    .as("packages of " + module)
                    .anyMatch(name -> name.startsWith("org.quire." + module + "."));
        }
    }

    @ArchTest
    static final ArchRule METS_STANDS_ALONE = noClasses()
            .that()
            .resideInAPackage(METS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(WORKFLOWS, ACTIVITIES, API, WORKER_HOST, CLI, "io.temporal..", "org.springframework..")
            .because(
                    "METS is a file format: whoever wants to read or merge one needs no engine and no framework for it");

    @ArchTest
    static final ArchRule WORKFLOWS_KNOW_NO_IMPLEMENTATION = noClasses()
            .that()
            .resideInAPackage(WORKFLOWS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ACTIVITIES, API, WORKER_HOST, CLI, "org.springframework..")
            .because("orchestration is replayed: it may only know the contracts of what touches the world");

    @ArchTest
    static final ArchRule ACTIVITIES_KNOW_NO_HOST = noClasses()
            .that()
            .resideInAPackage(ACTIVITIES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, WORKER_HOST, CLI, "org.springframework..")
            .because("what runs a processor must be testable with a folder and a process, without an application");

    @ArchTest
    static final ArchRule API_STARTS_NO_PROCESS = noClasses()
            .that()
            .resideInAPackage(API)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ACTIVITIES, WORKER_HOST, CLI)
            .because("REST goes in and a Temporal client goes out: the API runs where no processor is installed");

    @ArchTest
    static final ArchRule WORKER_HOST_KNOWS_NO_REST = noClasses()
            .that()
            .resideInAPackage(WORKER_HOST)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, CLI, "org.springframework.web..", "jakarta.servlet..")
            .because("a worker host is reached through Temporal alone and opens no port");

    @ArchTest
    static final ArchRule NOBODY_KNOWS_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLI)
            .because("the command line is a client of everything and a part of nothing");

    @ArchTest
    static final ArchRule HTTP_STOPS_AT_THE_API = noClasses()
            .that()
            .resideInAnyPackage(METS, WORKFLOWS, ACTIVITIES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..", "org.springframework.http..")
            .because("statuses and headers are one client's language; below the API a refusal is a typed outcome");

    @ArchTest
    static final ArchRule NO_DRAWERS_FOR_ODDS_AND_ENDS = noClasses()
            .should()
            .resideInAnyPackage(
                    "..common..", "..util..", "..utils..", "..helper..", "..manager..", "..service..", "..dto..")
            .because("a package is named for what it is about; these names gather what nobody wanted to place");

    @ArchTest
    static final ArchRule NO_FIELD_INJECTION = noFields()
            .should()
            .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
            .orShould()
            .beAnnotatedWith("org.springframework.beans.factory.annotation.Value")
            .orShould()
            .beAnnotatedWith("jakarta.annotation.Resource")
            .because("a class says in its constructor what it needs, and a test hands it that");

    @ArchTest
    static final ArchRule WORKFLOWS_ASK_TEMPORAL_FOR_TIME_AND_CHANCE = noClasses()
            .that()
            .resideInAPackage(WORKFLOWS)
            .and()
            .haveSimpleNameEndingWith("WorkflowImpl")
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio.file..", "org.slf4j..")
            .because("a workflow is replayed and must decide the same each time; logs of replays would repeat");

    @ArchTest
    static final ArchRule ONLY_WORKER_HOSTS_NAME_WORKFLOW_IMPLEMENTATIONS = classes()
            .that()
            .haveSimpleNameEndingWith("WorkflowImpl")
            .should()
            .onlyBeAccessed()
            .byAnyPackage(WORKFLOWS, WORKER_HOST)
            .because("everybody else talks to a workflow through its interface");
}
