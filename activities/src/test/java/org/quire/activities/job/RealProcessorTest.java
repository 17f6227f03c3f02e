package org.quire.activities.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.warm.WarmPool;
import org.quire.activities.warm.WarmSupport;
import org.quire.mets.MetsCache;
import org.quire.mets.MetsMerge;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.JobActivity;
import org.quire.workflows.job.JobRequest;
import org.quire.workflows.job.JobResult;
import org.quire.workflows.job.Parameters;

/** Runs the real {@code ocrd-dummy} of the folder that {@code quire.test.processors} names. */
class RealProcessorTest {

    private static final String FOLDER = "quire.test.processors";

    @TempDir
    Path temp;

    private Path dummy;
    private SampleWorkspace workspace;
    private WarmPool pool;
    private TestActivityEnvironment environment;

    @BeforeEach
    void setUp() throws IOException {
        Optional<Path> found = Optional.ofNullable(System.getProperty(FOLDER, System.getenv("QUIRE_TEST_PROCESSORS")))
                .map(folder -> Path.of(folder, "ocrd-dummy"))
                .filter(Files::isExecutable);
        assumeTrue(found.isPresent(), "-D" + FOLDER + " names no folder with ocrd-dummy");
        dummy = found.get();
        workspace = SampleWorkspace.in(temp);
        ImageIO.write(
                new BufferedImage(60, 40, BufferedImage.TYPE_BYTE_GRAY),
                "png",
                workspace.file("IN/IN_1.png").toFile());
        String mets = Files.readString(workspace.file("mets.xml"));
        Files.writeString(
                workspace.file("mets.xml"),
                mets.replace("IN_1.txt", "IN_1.png")
                        .replace("ID=\"IN_1\" MIMETYPE=\"text/plain\"", "ID=\"IN_1\" MIMETYPE=\"image/png\""));
        pool = new WarmPool(new WarmPool.Limits(1, 10, Duration.ofMinutes(1)));
        environment = TestActivityEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(QuireData.converter())
                        .build())
                .build());
    }

    @AfterEach
    void tearDown() {
        if (pool != null) {
            pool.close();
            environment.close();
        }
    }

    @Test
    void runsCold() throws IOException {
        assertThatDummyWorks(new ColdLauncher(setup()), false);
    }

    @Test
    void runsWarm() throws IOException {
        assertThatDummyWorks(new WarmLauncher(setup(), pool), true);
    }

    @Test
    void saysWhatItIs() throws Exception {
        assertThat(pool.probe(dummy, Map.of()))
                .isInstanceOfSatisfying(
                        WarmSupport.Supported.class,
                        supported -> assertThat(
                                        supported.tool().path("executable").asText())
                                .isEqualTo("ocrd-dummy"));
    }

    @Test
    void namesTheReasonOfAColdFailure() {
        JobResult cold = run(new ColdLauncher(setup()), request("NO-SUCH-GROUP", "DUMMY"));
        assertThat(cold.succeeded()).isFalse();
        assertThat(cold.reason()).contains("NO-SUCH-GROUP");
    }

    @Test
    void namesTheReasonOfAFailedPage() throws IOException {
        Files.writeString(workspace.file("IN/IN_1.png"), "no image");

        JobResult result = run(new WarmLauncher(setup(), pool), request("IN", "DUMMY"));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.reason()).contains("Error").doesNotContain("too many failures");
    }

    @Test
    void namesTheReasonOfAWarmFailure() {
        JobResult warm = run(new WarmLauncher(setup(), pool), request("NO-SUCH-GROUP", "DUMMY"));
        assertThat(warm.succeeded()).isFalse();
        assertThat(warm.reason()).contains("NO-SUCH-GROUP");
    }

    private void assertThatDummyWorks(Launcher launcher, boolean warm) throws IOException {
        JobResult result = run(launcher, request("IN", "DUMMY"));

        assertThat(result.succeeded()).as(result.reason()).isTrue();
        assertThat(result.produced().files()).isNotEmpty().allSatisfy(file -> {
            assertThat(file.pageId()).isEqualTo("P1");
            assertThat(workspace.file(file.localPath())).isRegularFile();
        });
        assertThat(result.produced().agents())
                .singleElement()
                .satisfies(agent -> assertThat(agent.name()).startsWith("ocrd-dummy v"));
        assertThat(result.usage().warm()).isEqualTo(warm);
        assertThat(workspace.file(".quire/" + SampleWorkspace.JOB.run()))
                .isDirectoryNotContaining("glob:**" + SampleWorkspace.JOB + "*");
        MetsMerge.merge(workspace.file("mets.xml"), List.of(result.produced()));
        assertThat(new MetsCache(1).get(workspace.file("mets.xml")).files("DUMMY", "P1"))
                .isEqualTo(result.produced().files());
    }

    private JobResult run(Launcher launcher, JobRequest request) {
        environment.registerActivitiesImplementations(new ProcessorJob(
                launcher, new MetsCache(4), new DataLayout(temp.resolve("data")), "host-a", Clock.systemUTC()));
        return environment
                .newActivityStub(
                        JobActivity.class,
                        ActivityOptions.newBuilder()
                                .setStartToCloseTimeout(Duration.ofMinutes(2))
                                .setHeartbeatTimeout(Duration.ofSeconds(20))
                                .build())
                .run(request);
    }

    private ProcessorSetup setup() {
        return new ProcessorSetup("ocrd-dummy", dummy, Map.of(), 1);
    }

    private JobRequest request(String input, String output) {
        JobRequest sample = workspace.request(input, output, false, Duration.ofMinutes(1));
        ObjectNode parameters = QuireData.mapper().createObjectNode().put("copy_files", true);
        return new JobRequest(
                sample.jobId(),
                sample.stepNumber(),
                sample.workspace(),
                "ocrd-dummy",
                sample.inputGroups(),
                sample.outputGroups(),
                new Parameters(parameters),
                sample.pages(),
                false,
                List.of(),
                false,
                sample.timeout(),
                sample.stopGrace());
    }
}
