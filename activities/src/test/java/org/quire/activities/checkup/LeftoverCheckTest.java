package org.quire.activities.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.testing.TestWorkflowEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.report.RunReportFiles;
import org.quire.activities.temporal.Executions;
import org.quire.workflows.checkup.Finding;
import org.quire.workflows.checkup.Finding.Standing;
import org.quire.workflows.engine.DataLayout;

class LeftoverCheckTest {

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/"/>
            """;

    @TempDir
    Path temp;

    private final TestWorkflowEnvironment temporal = TestWorkflowEnvironment.newInstance();
    private final Findings findings = new Findings();
    private Path mets;
    private LeftoverCheck check;

    @BeforeEach
    void writeBook() throws IOException {
        mets = Files.writeString(temp.toRealPath().resolve("mets.xml"), METS);
        var executions = new Executions(temporal.getWorkflowClient());
        check = new LeftoverCheck(executions, new RunReportFiles(new DataLayout(temp.resolve("data"))), findings);
    }

    @AfterEach
    void close() {
        temporal.close();
    }

    @Test
    void findsNothingWhereNoRunHasBeen() throws IOException {
        check.look(mets, true);

        assertThat(found()).isEmpty();
    }

    @Test
    void removesTheFolderOfARunThatNobodyKnowsAnyMore() throws IOException {
        Path folder = Files.createDirectories(temp.resolve(".quire/20260101-aaaa"));
        Files.writeString(
                Files.createDirectories(folder.resolve("20260101-aaaa-0-0-1")).resolve("half"), "done");

        check.look(mets, false);
        assertThat(folder).exists();
        assertThat(found()).extracting(Finding::standing).containsExactly(Standing.REPAIRABLE);
        check.look(mets, true);

        assertThat(temp.resolve(".quire")).doesNotExist();
        assertThat(found()).extracting(Finding::standing).containsExactly(Standing.REPAIRABLE, Standing.REPAIRED);
    }

    @Test
    void leavesAloneWhatIsNotItsOwn() throws IOException {
        Path foreign = Files.createDirectories(temp.resolve(".quire/notes of somebody"));

        check.look(mets, true);

        assertThat(foreign).exists();
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.standing()).isEqualTo(Standing.OPEN);
            assertThat(finding.subject()).endsWith("notes of somebody");
        });
    }

    private List<Finding> found() {
        return findings.report(1, 0, 0).findings();
    }
}
