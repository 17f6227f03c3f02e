package org.quire.activities.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.activity.ActivityOptions;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.mets.Mets;
import org.quire.mets.MetsAddition;
import org.quire.mets.MetsFile;
import org.quire.mets.MetsLock;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.workspace.MetsCommit;
import org.quire.workflows.workspace.WorkspaceRef;

class MergingMetsCommitTest {

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
              <mets:metsHdr CREATEDATE="2026-01-01T00:00:00"/>
              <mets:fileSec>
                <mets:fileGrp USE="IMG">
                  <mets:file ID="IMG_1" MIMETYPE="image/png">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IMG/1.png"/>
                  </mets:file>
                </mets:fileGrp>
              </mets:fileSec>
              <mets:structMap TYPE="PHYSICAL">
                <mets:div TYPE="physSequence">
                  <mets:div TYPE="page" ID="p1"><mets:fptr FILEID="IMG_1"/></mets:div>
                </mets:div>
              </mets:structMap>
            </mets:mets>
            """;

    /** Commits once, with one attempt. */
    @WorkflowInterface
    public interface CommitOnce {
        @WorkflowMethod
        void run(WorkspaceRef workspace, List<MetsAddition> additions, Duration timeout);
    }

    public static final class CommitsOnce implements CommitOnce {

        @Override
        public void run(WorkspaceRef workspace, List<MetsAddition> additions, Duration timeout) {
            Workflow.newActivityStub(
                            MetsCommit.class,
                            ActivityOptions.newBuilder()
                                    .setStartToCloseTimeout(timeout)
                                    .setRetryOptions(RetryOptions.newBuilder()
                                            .setMaximumAttempts(1)
                                            .build())
                                    .build())
                    .commit(workspace, additions);
        }
    }

    @TempDir
    Path book;

    private final BlockingQueue<Optional<RuntimeException>> ends = new LinkedBlockingQueue<>();
    private TestWorkflowEnvironment temporal;

    @BeforeEach
    void startTemporal() {
        temporal = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        var worker = temporal.newWorker("test");
        worker.registerWorkflowImplementationTypes(CommitsOnce.class);
        worker.registerActivitiesImplementations(new WatchedCommit());
        temporal.start();
    }

    @AfterEach
    void stopTemporal() {
        temporal.close();
    }

    @Test
    void resultsAreInTheMetsAndRepeatingChangesNothing() throws IOException {
        Path mets = Files.writeString(book.resolve("mets.xml"), METS);

        commit(addition("BIN_1"), addition("BIN_2"));
        String once = Files.readString(mets);
        commit(addition("BIN_1"), addition("BIN_2"));

        assertThat(Mets.read(mets).files("BIN", "p1")).extracting(MetsFile::id).containsExactly("BIN_1", "BIN_2");
        assertThat(Mets.read(mets).files("IMG", "p1")).hasSize(1);
        assertThat(Files.readString(mets)).isEqualTo(once);
    }

    @Test
    void missingMetsCanNeverBeCommittedTo() {
        assertThatThrownBy(() -> commit(addition("BIN_1")))
                .cause()
                .cause()
                .isInstanceOfSatisfying(ApplicationFailure.class, MergingMetsCommitTest::isFinal)
                .hasMessageContaining("is gone");
    }

    @Test
    void brokenMetsCanNeverBeCommittedToAndStaysAsItIs() throws IOException {
        Path mets = Files.writeString(book.resolve("mets.xml"), "<mets:mets>no more");

        assertThatThrownBy(() -> commit(addition("BIN_1")))
                .cause()
                .cause()
                .isInstanceOfSatisfying(ApplicationFailure.class, MergingMetsCommitTest::isFinal);
        assertThat(mets).hasContent("<mets:mets>no more");
    }

    @Test
    void anAttemptThatWasGivenUpLeavesTheMetsAsItIs() throws Exception {
        Path mets = Files.writeString(book.resolve("mets.xml"), METS);
        try (MetsLock somebodyElses = MetsLock.acquire(mets.toRealPath())) {
            assertThatThrownBy(() -> commit(Duration.ofSeconds(1), addition("BIN_1")))
                    .cause()
                    .cause()
                    .isInstanceOf(TimeoutFailure.class);
            assertThat(ends).isEmpty();
        }

        assertThat(ends.poll(60, TimeUnit.SECONDS)).get().isInstanceOf(ActivityCompletionException.class);
        assertThat(mets).hasContent(METS);
        assertThat(book).isDirectoryNotContaining("glob:**.tmp");
    }

    private void commit(MetsAddition... additions) {
        commit(Duration.ofMinutes(1), additions);
    }

    private void commit(Duration timeout, MetsAddition... additions) {
        temporal.getWorkflowClient()
                .newWorkflowStub(
                        CommitOnce.class,
                        WorkflowOptions.newBuilder().setTaskQueue("test").build())
                .run(workspace(), List.of(additions), timeout);
    }

    /** Tells how each attempt ended, also one whose end Temporal doesn't want to hear. */
    private final class WatchedCommit implements MetsCommit {

        private final MergingMetsCommit commit = new MergingMetsCommit();

        @Override
        public void commit(WorkspaceRef workspace, List<MetsAddition> additions) {
            try {
                commit.commit(workspace, additions);
                ends.add(Optional.empty());
            } catch (RuntimeException e) {
                ends.add(Optional.of(e));
                throw e;
            }
        }
    }

    private static void isFinal(ApplicationFailure failure) {
        assertThat(failure.isNonRetryable()).isTrue();
        assertThat(failure.getType()).isEqualTo(MetsCommit.IMPOSSIBLE);
    }

    private WorkspaceRef workspace() {
        return new WorkspaceRef(book.resolve("mets.xml").toString());
    }

    private static MetsAddition addition(String id) {
        return new MetsAddition(
                List.of(new MetsFile(id, "BIN", "image/png", "p1", null, "BIN/" + id + ".png")), List.of());
    }
}
