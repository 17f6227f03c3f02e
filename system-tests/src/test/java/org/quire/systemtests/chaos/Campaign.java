package org.quire.systemtests.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.quire.systemtests.harness.Recorder;

/**
 * A system, clients that keep it busy, and faults one after the other. After each fault jobs must begin again without anybody's
 * help, and the workspaces must be whole; at the end all runs must end, and nothing may be lost, doubled or left over.
 */
public final class Campaign {

    private static final int LANES = 3;
    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(90);
    private static final Duration LONGEST_END = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Path folder;
    private final long seed;
    private final FaultPlan plan;
    private final Figures figures = new Figures();
    private final Violations violations = new Violations();

    /**
     * @param folder new, for all that the system has; what is in it afterwards can be looked at
     * @param seed of all that is random
     * @param kills how many; other faults come on top of that
     */
    public Campaign(Path folder, long seed, int kills) {
        this.folder = folder;
        this.seed = seed;
        this.plan = FaultPlan.of(seed, kills);
    }

    /** @param violations what must not be and was seen; empty: all is well */
    public record Result(Figures.All figures, List<String> violations) {}

    public Result run() {
        try (ChaosSystem system = ChaosSystem.start(folder);
                Audit audit = new Audit(system, figures, violations)) {
            Files.createDirectories(system.records());
            List<Lane> lanes = IntStream.range(0, LANES)
                    .mapToObj(number -> new Lane(number, system, audit, figures, violations, seed))
                    .toList();
            List<Thread> clients = lanes.stream()
                    .map(lane -> Thread.ofPlatform().name("lane").start(lane))
                    .toList();
            try (Injector injector = new Injector(system, lanes, figures)) {
                injectAll(system, lanes, audit, injector);
            } catch (RuntimeException e) {
                // Else the clients would go on for ever with a system that is closed.
                violations.add("The campaign could not go on: " + e);
                throw e;
            }
            lanes.forEach(Lane::stop);
            awaitEnd(system, clients);
            requireNoStragglers(system);
            return new Result(figures.all(), violations.sentences());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void injectAll(ChaosSystem system, List<Lane> lanes, Audit audit, Injector injector) {
        int number = 0;
        for (FaultPlan.Planned planned : plan.faults()) {
            if (!violations.isEmpty()) {
                return;
            }
            // No wait for anything: the point of a random moment is that it is none in particular.
            LockSupport.parkNanos(planned.pause().toNanos());
            boolean hit = injector.inject(planned);
            Duration standstill = awaitWork(system, planned.fault());
            figures.did(planned.fault(), hit, standstill);
            lanes.forEach(lane -> audit.atAnyMoment(lane.workspace()));
            System.err.printf(
                    "%4d/%d %s%s; a job began after %.1f s%n",
                    ++number,
                    plan.faults().size(),
                    planned.fault().words(),
                    hit ? "" : " (missed)",
                    standstill.toMillis() / 1000.0);
        }
    }

    /** How long no job began. */
    private Duration awaitWork(ChaosSystem system, Fault fault) {
        long since = System.nanoTime();
        while (violations.isEmpty()) {
            system.services().forEach(Service::tend);
            Duration waited = Duration.ofNanos(System.nanoTime() - since);
            if (hasBegun(system, since)) {
                return waited;
            }
            if (waited.compareTo(LONGEST_STANDSTILL) > 0) {
                violations.add(
                        "After %s no job began within %d s.".formatted(fault.words(), LONGEST_STANDSTILL.toSeconds()));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return LONGEST_STANDSTILL;
    }

    private static boolean hasBegun(ChaosSystem system, long since) {
        long sinceMillis = System.currentTimeMillis()
                - Duration.ofNanos(System.nanoTime() - since).toMillis();
        try (Stream<Path> records = Files.list(system.records())) {
            return records.filter(record -> record.toFile().lastModified() >= sinceMillis)
                    .flatMap(record -> new Recorder(record).calls().stream())
                    .anyMatch(call -> call.start() > since);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd(ChaosSystem system, List<Thread> clients) {
        long end = System.nanoTime() + LONGEST_END.toNanos();
        while (clients.stream().anyMatch(Thread::isAlive)) {
            system.services().forEach(Service::tend);
            if (System.nanoTime() > end && violations.isEmpty()) {
                violations.add(
                        "Not all runs ended within %d s after the last fault.".formatted(LONGEST_END.toSeconds()));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        system.services().stream()
                .filter(service -> service.endedByItself() > 0)
                .forEach(service -> violations.add(
                        "The %s ended by itself %d times.".formatted(service.name(), service.endedByItself())));
    }

    /** No process may work in a sandbox any more when all runs are over. */
    private void requireNoStragglers(ChaosSystem system) {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(system.workspaces() + "/"))
                .forEach(process -> violations.add("When all was over a processor still ran: "
                        + process.info().commandLine().orElse("")));
    }
}
