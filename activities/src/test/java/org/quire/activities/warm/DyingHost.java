package org.quire.activities.warm;

import java.nio.file.Path;
import java.time.Duration;
import org.quire.activities.process.ProcessGroup;

/** A worker host to be killed: it runs a warm job and a command that both would go on for long. */
final class DyingHost {

    private DyingHost() {}

    /** @param args an empty folder, in which {@code warm} and {@code cold} will hold the ids of the two processes */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        FakeOcrd ocrd = FakeOcrd.in(folder);
        ProcessGroup.start(
                new ProcessBuilder("sh", "-c", "echo $$ > " + folder.resolve("new") + " && mv new cold; exec sleep 300")
                        .directory(folder.toFile()));
        var pool = new WarmPool(new WarmPool.Limits(1, 1, Duration.ofMinutes(1)));
        String work = "open('warm.new', 'w').write(str(os.getpid()))\nos.rename('warm.new', 'warm')\ntime.sleep(300)";
        pool.run(ocrd.setup(1), ocrd.job(work, Duration.ofMinutes(5)), () -> {});
    }
}
