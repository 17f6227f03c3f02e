package org.quire.activities.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quire.activities.process.Outcome;
import org.quire.activities.process.Pulse;

class WarmPoolTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pulse NO_PULSE = () -> {};

    @TempDir
    Path temp;

    private FakeOcrd ocrd;
    private WarmPool pool;

    @BeforeEach
    void setUp() throws IOException {
        ocrd = FakeOcrd.in(temp);
        pool = new WarmPool(new WarmPool.Limits(2, 3, LONG));
    }

    @AfterEach
    void tearDown() {
        pool.close();
    }

    @Test
    void keepsTheProcessAndItsInstanceForTheNextJobWithTheSameParameters() throws Exception {
        run("print('at work')", 2);
        List<Long> first = pool.idlePids();
        run("print('at work')", 2);

        assertThat(pool.idlePids()).isEqualTo(first).hasSize(1);
        assertThat(Files.readAllLines(ocrd.log()))
                .containsSubsequence("imported", "set up", "at work", "at work")
                .hasSize(4);
    }

    @Test
    void startsAnotherProcessForOtherParametersOnlyUpToTheInstances() throws Exception {
        run("print(1)", 2);
        run("print(2)", 2);
        List<Long> both = pool.idlePids();
        assertThat(both).hasSize(2);

        run("print(3)", 2);

        assertThat(pool.idlePids()).containsExactly(both.get(1), both.get(0));
    }

    @Test
    void endsTheLeastRecentlyUsedIdleProcessBeyondTheLimit() throws Exception {
        run("print(1)", 3);
        long oldest = pool.idlePids().getFirst();
        run("print(2)", 3);
        run("print(3)", 3);

        assertThat(pool.idlePids()).hasSize(2).doesNotContain(oldest);
        assertThatIsGone(oldest);
    }

    @Test
    void replacesAProcessAfterItsLastJob() throws Exception {
        run("pass", 1);
        long pid = pool.idlePids().getFirst();
        run("pass", 1);
        run("pass", 1);

        assertThat(pool.idlePids()).isEmpty();
        assertThatIsGone(pid);
    }

    @Test
    void losesOneJobWhenTheProcessDiesAndGoesOnWithANewOne() throws Exception {
        assertThat(run("os.kill(os.getpid(), signal.SIGKILL)", 1))
                .isInstanceOfSatisfying(
                        Outcome.Lost.class, lost -> assertThat(lost.how()).contains("signal 9"));
        assertThat(run("pass", 1)).isInstanceOf(Outcome.Succeeded.class);
    }

    @Test
    void noticesADeathThatAChildWithTheSamePipesOutlives() throws Exception {
        assertThat(run("if os.fork():\n    os.kill(os.getpid(), signal.SIGKILL)\ntime.sleep(300)", 1))
                .isInstanceOf(Outcome.Lost.class);
    }

    @Test
    void takesNoProcessThatDiedWhileItWasIdle() throws Exception {
        run("pass", 1);
        ProcessHandle idle = ProcessHandle.of(pool.idlePids().getFirst()).orElseThrow();
        idle.destroyForcibly();
        await().atMost(LONG).until(() -> !idle.isAlive());

        assertThat(run("pass", 1)).isInstanceOf(Outcome.Succeeded.class);
    }

    @Test
    void endsAJobThatTakesTooLongWithItsChildren() throws Exception {
        Outcome outcome = pool.run(ocrd.setup(1), ocrd.job(HANG, Duration.ofSeconds(3)), NO_PULSE);

        assertThat(outcome).isInstanceOf(Outcome.TimedOut.class);
        assertThatHungProcessesAreGone();
        assertThat(pool.idlePids()).isEmpty();
    }

    @Test
    void endsAJobThatIsGivenUpWithItsChildren() throws Exception {
        Path started = temp.resolve("pids");
        Pulse giveUp = () -> {
            if (Files.exists(started)) {
                throw new IllegalStateException("given up");
            }
        };

        assertThatThrownBy(() -> pool.run(ocrd.setup(1), ocrd.job(HANG, LONG), giveUp))
                .hasMessage("given up");
        assertThatHungProcessesAreGone();
        assertThat(run("pass", 1)).isInstanceOf(Outcome.Succeeded.class);
    }

    @Test
    void keepsWhatAJobWritesApartFromTheProtocol() throws Exception {
        assertThat(run("print('{}', flush=True); os.write(1, b'raw\\n'); os.system('echo child')", 1))
                .isInstanceOf(Outcome.Succeeded.class);
        assertThat(Files.readAllLines(ocrd.log())).contains("{}", "raw", "child");
    }

    @Test
    void leavesNothingOfAJobForTheNext() throws Exception {
        run("os.environ['LEAK'] = '1'; os.chdir('/'); ocrd_utils.config.OCRD_EXISTING_OUTPUT = 'ABORT'", 1);
        run("print(os.environ.get('LEAK'), os.getcwd(), ocrd_utils.config.OCRD_EXISTING_OUTPUT)", 1);

        assertThat(Files.readAllLines(ocrd.log())).contains("None " + temp.toRealPath() + " OVERWRITE");
    }

    @Test
    void dropsTheInstanceThatFailedButKeepsTheProcess() throws Exception {
        String fail = "raise ValueError('no such model')";
        assertThat(run(fail, 1))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo("ValueError: no such model"));
        List<Long> pids = pool.idlePids();
        run(fail, 1);

        assertThat(pool.idlePids()).isEqualTo(pids);
        assertThat(Files.readAllLines(ocrd.log()))
                .filteredOn(line -> line.equals("set up"))
                .hasSize(2);
    }

    @Test
    void takesAnExitForWhatItsCodeSays() throws Exception {
        assertThat(run("sys.exit(0)", 1)).isInstanceOf(Outcome.Succeeded.class);
        assertThat(run("sys.exit(3)", 1))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.reason()).contains("exit code 3"));
    }

    @Test
    void neverRunsMoreJobsAtOnceThanInstances() throws Exception {
        String overlap = "os.mkdir('busy'); time.sleep(0.3); os.rmdir('busy')";
        List<CompletableFuture<Outcome>> jobs = List.of(
                CompletableFuture.supplyAsync(() -> runUnchecked(overlap)),
                CompletableFuture.supplyAsync(() -> runUnchecked(overlap)),
                CompletableFuture.supplyAsync(() -> runUnchecked(overlap)));

        assertThat(jobs).allSatisfy(job -> assertThat(job.join()).isInstanceOf(Outcome.Succeeded.class));
    }

    @Test
    void tellsWhichExecutablesItCanKeepAlive() throws Exception {
        assertThat(pool.probe(ocrd.setup(1).executable(), Map.of()))
                .isInstanceOfSatisfying(WarmSupport.Supported.class, supported -> {
                    assertThat(supported.version()).isEqualTo("1.2");
                    assertThat(supported.tool().properties())
                            .contains(entry("executable", supported.tool().textNode("ocrd-fake")));
                });
        assertRefused("#!/bin/sh\necho hello\n", "no Python script");
        assertRefused("#!/usr/bin/env python3\nprint('usage')\n", "before it named a processor class");
        assertRefused("#!/usr/bin/env python3\nimport no_such_module\n", "ModuleNotFoundError");
        assertRefused("#!/usr/bin/env python3\nraise SystemExit(2)\n", "ended with 2");
    }

    private static final String HANG = """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            child = os.fork()
            if child:
                open('pids.new', 'w').write(f'{os.getpid()} {child}')
                os.rename('pids.new', 'pids')
            time.sleep(300)
            """;

    private void assertThatHungProcessesAreGone() throws IOException {
        for (String pid : Files.readString(temp.resolve("pids")).split(" ")) {
            assertThatIsGone(Long.parseLong(pid));
        }
    }

    private void assertRefused(String script, String reason) throws Exception {
        assertThat(pool.probe(ocrd.executable("ocrd-other", script), Map.of()))
                .isInstanceOfSatisfying(
                        WarmSupport.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason));
    }

    private Outcome run(String python, int instances) throws IOException, InterruptedException {
        return pool.run(ocrd.setup(instances), ocrd.job(python, LONG), NO_PULSE);
    }

    private Outcome runUnchecked(String python) {
        try {
            return run(python, 1);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertThatIsGone(long pid) {
        await().atMost(LONG)
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
