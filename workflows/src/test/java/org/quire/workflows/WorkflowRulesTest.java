package org.quire.workflows;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What keeps workflows replayable and their rules free of the engine. */
@AnalyzeClasses(packages = "org.quire.workflows", importOptions = ImportOption.DoNotIncludeTests.class)
class WorkflowRulesTest {

    @ArchTest
    static final ArchRule NO_CLOCK = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .because(
                    "a replay would read another time than the first execution; Workflow.currentTimeMillis() is recorded");

    @ArchTest
    static final ArchRule NO_CHANCE = noClasses()
            .should()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class)
            .because("a replay would draw other numbers; ids of jobs are derived, not drawn");

    @ArchTest
    static final ArchRule NO_THREADS = noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..")
            .because("Temporal runs a workflow's code one thread at a time, in an order that a replay repeats");

    @ArchTest
    static final ArchRule NO_FILES = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.nio.file.Files")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.File")
            .because("a replay may run on another machine and at another time; activities touch the world");

    @ArchTest
    static final ArchRule NO_PLAIN_LOGGERS = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.slf4j.LoggerFactory")
            .because("every replay would log again; Workflow.getLogger() is silent then");

    @ArchTest
    static final ArchRule NO_SPRING = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..")
            .because("contracts are shared by all modules, and workflows are made anew for each execution");

    @ArchTest
    static final ArchRule PURE_RULES = noClasses()
            .that(resideInAnyPackage("org.quire.workflows.run")
                    .and(nameMatching(".*\\.(StepGraph|JobTable|JobFlow|Grants|OpenUnits|Outbox|FailureLog|RunVerdict"
                            + "|FetchPlan|RunProgress|Interruption|EventBudget|RunCarry|RunDetails)(\\$.*)?")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.temporal..")
            .because("rules are tested in all orders of events, without an engine");
}
