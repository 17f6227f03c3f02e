package org.quire.activities.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Stragglers;
import org.quire.mets.Fixity;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsFile;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;

class ProcessorJobTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path temp;

    private SampleWorkspace workspace;
    private DataLayout layout;
    private TestActivityEnvironment environment;

    @BeforeEach
    void setUp() throws IOException {
        workspace = SampleWorkspace.in(temp);
        layout = new DataLayout(temp.resolve("data"));
        environment = TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
        var setup = new ProcessorSetup("ocrd-fake", workspace.processor("exit 0\n"), Map.of(), 1);
        environment.registerActivitiesImplementations(
                new ProcessorJob(new ColdLauncher(setup), new MetsCache(4), layout, "host-a", Clock.systemUTC()));
    }

    @AfterEach
    void tearDown() {
        environment.close();
    }

    @Test
    void publishesWhatASucceedingProcessorMade() throws IOException {
        JobResult result = run("""
                echo "working on $G"
                cat "$W/$I/IN_1.txt" > "$O/OUT_1.txt"
                add OUT OUT_1 OUT/OUT_1.txt
                """);

        assertThat(result.succeeded()).as(result.reason()).isTrue();
        assertThat(result.produced().files())
                .containsExactly(new MetsFile("OUT_1", "OUT", "text/plain", "P1", null, "OUT/OUT_1.txt")
                        .withFixity(Fixity.of(workspace.file("OUT/OUT_1.txt"))));
        assertThat(workspace.file("OUT/OUT_1.txt")).hasContent("first page");
        assertThat(workspace.file("OUT/OUT_2.txt")).hasContent("of another job");
        assertThat(workspace.file(".quire/run1")).isDirectoryNotContaining("glob:**run1-0-0*");
        assertThat(layout.jobLog(SampleWorkspace.JOB)).content().contains(" on host-a at ", "working on P1");
    }

    @Test
    void showsTheProcessorOnlyItsPagesAndAnEmptyOutputFolder() throws IOException {
        JobResult result = run("""
                grep -q IN_1 "$M" || exit 3
                grep -q IN_2 "$M" && exit 4
                [ -z "$(ls "$W/$O")" ] || exit 5
                [ -L "$W/$O" ] && exit 6
                [ "$(pwd -P)" = "$W" ] || exit 7
                """);

        assertThat(result.succeeded()).as(result.reason()).isTrue();
        assertThat(result.produced().files()).isEmpty();
    }

    @Test
    void reportsTheExceptionOfAFailingProcessorAndPublishesNothing() throws IOException {
        JobResult result = run("""
                echo half > "$O/OUT_1.txt"
                add OUT OUT_1 OUT/OUT_1.txt
                echo 'ValueError: no such model'
                echo 'bye'
                exit 1
                """);

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).isEqualTo("ocrd-fake failed with exit code 1: ValueError: no such model");
        assertThatNothingShows();
    }

    @Test
    void letsAKilledProcessBeTriedAgain() throws IOException {
        workspace.processor("echo half > \"$O/OUT_1.txt\"\nkill -9 $$\n");

        assertThatThrownBy(() -> run(workspace.request()))
                .rootCause()
                .isInstanceOfSatisfying(ApplicationFailure.class, failure -> {
                    assertThat(failure.getType()).isEqualTo(ProcessorJob.PROCESS_KILLED);
                    assertThat(failure.isNonRetryable()).isFalse();
                    assertThat(failure.getOriginalMessage()).contains("signal 9");
                });
        assertThatNothingShows();
    }

    @Test
    void publishesNothingIfItsAttemptWasGivenUpThoughTheLastHeartbeatIsYoung() throws IOException {
        var heartbeats = new AtomicInteger();
        environment.setActivityHeartbeatListener(String.class, jobId -> {
            if (heartbeats.incrementAndGet() > 1) {
                throw Status.NOT_FOUND.asRuntimeException();
            }
        });
        workspace.processor("echo late > \"$O/OUT_1.txt\"\nadd OUT OUT_1 OUT/OUT_1.txt\n");

        assertThatThrownBy(() -> run(workspace.request())).rootCause().hasMessageContaining("NOT_FOUND");
        assertThatNothingShows();
    }

    @Test
    void touchesNothingIfItsAttemptWasGivenUpBeforeItBegan() throws IOException {
        environment.setActivityHeartbeatListener(String.class, jobId -> {
            throw Status.NOT_FOUND.asRuntimeException();
        });
        Path called = temp.resolve("called");
        workspace.processor("touch " + called + "\n");

        assertThatThrownBy(() -> run(workspace.request())).rootCause().hasMessageContaining("NOT_FOUND");
        assertThat(called).doesNotExist();
        assertThat(layout.jobLog(SampleWorkspace.JOB)).doesNotExist();
        assertThatNothingShows();
    }

    @Test
    void believesNoAnswerThatItsMachineHasSleptOver() throws IOException {
        var heartbeats = new AtomicInteger();
        environment.setActivityHeartbeatListener(String.class, jobId -> {
            if (heartbeats.incrementAndGet() > 1) {
                throw Status.NOT_FOUND.asRuntimeException();
            }
            // By the clock of the machine, as Quire looks at it: more than half of the heartbeat timeout.
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
        });
        Path called = temp.resolve("called");
        workspace.processor("touch " + called + "\n");

        assertThatThrownBy(() -> run(workspace.request(), Duration.ofSeconds(1)))
                .rootCause()
                .hasMessageContaining("NOT_FOUND");
        assertThat(called).doesNotExist();
        assertThat(layout.jobLog(SampleWorkspace.JOB)).doesNotExist();
    }

    @Test
    void endsAllProcessesOfAJobThatTakesTooLong() throws IOException {
        Path pid = temp.resolve("pid");
        workspace.processor(stubborn(pid));

        JobResult result = run(workspace.request("IN", "OUT", false, Duration.ofSeconds(1)));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("timeout of 1 s");
        assertThatIsGone(pid);
        assertThatNothingShows();
    }

    @Test
    void endsAllProcessesOfACancelledJob() throws IOException {
        Path pid = temp.resolve("pid");
        workspace.processor(stubborn(pid));
        var job = CompletableFuture.supplyAsync(() -> run(workspace.request()));
        await().atMost(LONG).until(() -> Files.exists(pid) && Files.size(pid) > 0);

        environment.requestCancelActivity();

        assertThatThrownBy(job::join).isInstanceOf(CompletionException.class);
        assertThatIsGone(pid);
        assertThatNothingShows();
    }

    @Test
    void endsAChildThatASucceedingProcessorLeftBehind() throws IOException {
        Path pid = temp.resolve("pid");

        JobResult result = run("sleep 300 & echo $! > " + pid + "\n");

        assertThat(result.succeeded()).isTrue();
        assertThatIsGone(pid);
    }

    @Test
    void refusesAFileOutsideTheOutputFolder() throws IOException {
        JobResult result = run("""
                mkdir ELSEWHERE && echo x > ELSEWHERE/OUT_1.txt
                add OUT OUT_1 ELSEWHERE/OUT_1.txt
                """);

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("Expected the file of OUT_1 in the folder OUT", "ELSEWHERE/OUT_1.txt");
        assertThatNothingShows();
    }

    @Test
    void refusesToPublishThroughASymlinkThatLeavesTheWorkspace() throws IOException {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.createSymbolicLink(workspace.file("NEW"), outside);
        workspace.processor("echo x > NEW/N_1.txt\nadd NEW N_1 NEW/N_1.txt\n");

        JobResult result = run(workspace.request("IN", "NEW", false, LONG));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("inside the workspace");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void replacesAFileThatNoMetsEntryNames() throws IOException {
        Files.writeString(workspace.file("OUT/OUT_1.txt"), "left by a lost attempt");

        JobResult result = run("echo new > OUT/OUT_1.txt\nadd OUT OUT_1 OUT/OUT_1.txt\n");

        assertThat(result.succeeded()).as(result.reason()).isTrue();
        assertThat(workspace.file("OUT/OUT_1.txt")).hasContent("new");
    }

    @Test
    void refusesToReplaceAFileOfAnotherJob() throws IOException {
        JobResult result = run("echo new > OUT/OUT_1.txt\necho bad > OUT/OUT_2.txt\nadd OUT OUT_1 OUT/OUT_1.txt\n");

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("OUT/OUT_2.txt", "overwrite");
        assertThatNothingShows();
    }

    @Test
    void givesAProcessorThatWorksInPlaceCopiesOfItsPages() throws IOException {
        workspace.processor("""
                [ "$OVERWRITE" = yes ] || exit 3
                ls IN > "$W/seen"
                echo changed > IN/IN_1.txt
                exit 1
                """);

        JobResult failed = run(workspace.request("IN", "IN", true, LONG));
        assertThat(failed.reason()).contains("exit code 1");
        assertThat(workspace.file("IN/IN_1.txt")).hasContent("first page");

        workspace.processor("echo changed > IN/IN_1.txt\n");
        JobResult succeeded = run(workspace.request("IN", "IN", true, LONG));
        assertThat(succeeded.succeeded()).as(succeeded.reason()).isTrue();
        assertThat(succeeded.produced().files())
                .as("a changed file needs another checksum in its old entry")
                .extracting(MetsFile::fixity)
                .containsExactly(Fixity.of(workspace.file("IN/IN_1.txt")));
        assertThat(workspace.file("IN/IN_1.txt")).hasContent("changed");
        assertThat(workspace.file("IN/IN_2.txt")).hasContent("second page");
    }

    @Test
    void removesWhatEarlierAttemptsLeftButNothingThatTheirSymlinksLeadTo() throws IOException {
        Path leftover = Files.createDirectories(workspace.file(".quire/run1/run1-0-0-7"));
        Files.createSymbolicLink(leftover.resolve("IN"), workspace.file("IN"));
        Path neighbour = Files.createDirectories(workspace.file(".quire/run1/run1-0-01-1"));
        var builder = new ProcessBuilder("sleep", "300");
        builder.environment().put(Stragglers.MARK, leftover.toString());
        Process straggler = builder.start();

        JobResult result = run("exit 0\n");

        assertThat(result.succeeded()).isTrue();
        assertThat(leftover).doesNotExist();
        assertThat(workspace.file("IN/IN_1.txt")).exists();
        assertThat(neighbour).exists();
        await().atMost(LONG).until(() -> !straggler.isAlive());
    }

    @Test
    void refusesAnOutputGroupThatIsNoFolderName() throws IOException {
        JobResult result = run(workspace.request("IN", "../OUT", false, LONG));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("'../OUT'");
    }

    @Test
    void failsWithoutRetryIfTheMetsIsGone() throws IOException {
        Files.delete(workspace.file("mets.xml"));

        JobResult result = run("exit 0\n");

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("mets.xml");
    }

    @Test
    void measuresWhatAJobCosts() throws IOException {
        JobResult result = run("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done\nsleep 0.3\n");

        assertThat(result.usage()).isNotNull();
        assertThat(result.usage().cpu()).isPositive();
        assertThat(result.usage().wall()).isGreaterThan(Duration.ofMillis(300));
        assertThat(result.usage().peakMemoryBytes()).isGreaterThan(100_000);
        assertThat(result.usage().worker()).isEqualTo("host-a");
    }

    private JobResult run(String body) throws IOException {
        workspace.processor(body);
        return run(workspace.request());
    }

    private JobResult run(JobRequest request) {
        return run(request, Duration.ofSeconds(20));
    }

    private JobResult run(JobRequest request, Duration heartbeatTimeout) {
        return environment
                .newActivityStub(
                        JobActivity.class,
                        ActivityOptions.newBuilder()
                                .setStartToCloseTimeout(Duration.ofMinutes(2))
                                .setHeartbeatTimeout(heartbeatTimeout)
                                .build())
                .run(request);
    }

    /** A process and a child that both ignore SIGTERM. */
    private static String stubborn(Path pid) {
        return "trap '' TERM\necho half > \"$O/OUT_1.txt\"\nsleep 300 &\necho $! > " + pid + "\nwait\n";
    }

    private void assertThatNothingShows() {
        assertThat(workspace.file("OUT")).isDirectoryNotContaining("glob:**OUT_1*");
        assertThat(workspace.file("OUT/OUT_2.txt")).hasContent("of another job");
        assertThat(workspace.file(".quire")).doesNotExist();
    }

    private static void assertThatIsGone(Path pidFile) throws IOException {
        long pid = Long.parseLong(Files.readString(pidFile).strip());
        await().atMost(LONG)
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
