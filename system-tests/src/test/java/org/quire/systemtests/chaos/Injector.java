package org.quire.systemtests.chaos;

import io.grpc.StatusRuntimeException;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.quire.systemtests.harness.TemporalDoor;

/** Does faults to a system, and knows whether they hit what they were meant for. */
final class Injector implements AutoCloseable {

    private static final Duration LONGEST_AIM = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(1);
    private static final Duration LONGER_THAN_THE_TIMEOUT = ChaosSystem.HEARTBEAT_TIMEOUT.plusSeconds(2);
    private static final String NOTE = "<mods:note>edit %d</mods:note>";

    private final ChaosSystem system;
    private final List<Lane> lanes;
    private final Figures figures;
    private final TemporalDoor temporal;
    private int edits;

    Injector(ChaosSystem system, List<Lane> lanes, Figures figures) {
        this.system = system;
        this.lanes = lanes;
        this.figures = figures;
        this.temporal = new TemporalDoor(system.temporalTarget());
    }

    /** @return whether it hit; a disk may be full when nobody writes just then */
    boolean inject(FaultPlan.Planned planned) {
        return switch (planned.fault()) {
            case KILL_WORKER_HOST -> kill(List.of(host(planned)), planned.down());
            case KILL_API -> kill(List.of(system.api()), planned.down());
            case KILL_TEMPORAL -> kill(List.of(system.temporal()), planned.down());
            case KILL_ALL -> kill(system.services(), planned.down());
            case KILL_WARM_PROCESSOR -> killWarmProcessor(planned.target());
            case PAUSE_WORKER_HOST -> pause(host(planned));
            case FULL_WHILE_PUBLISHING -> fill(0, "org.quire.activities.sandbox.");
            case FULL_WHILE_COMMITTING -> fill(halfOfTheSmallestMets(), "org.quire.mets.MetsMerge");
            case METS_CHANGED ->
                changeMets(lanes.get(planned.target() % lanes.size()).workspace());
        };
    }

    private Service host(FaultPlan.Planned planned) {
        return system.hosts().get(planned.target() % system.hosts().size());
    }

    private static boolean kill(List<Service> services, Duration down) {
        services.forEach(Service::kill);
        LockSupport.parkNanos(down.toNanos());
        services.forEach(Service::start);
        return true;
    }

    private boolean killWarmProcessor(int target) {
        if (!await(() -> !system.warmProcesses().isEmpty())) {
            return false;
        }
        List<ProcessHandle> processes = system.warmProcesses();
        return !processes.isEmpty() && processes.get(target % processes.size()).destroyForcibly();
    }

    private static boolean pause(Service host) {
        host.signal("STOP");
        LockSupport.parkNanos(LONGER_THAN_THE_TIMEOUT.toNanos());
        host.signal("CONT");
        return true;
    }

    /**
     * Both hosts can't write until a call has failed for it. One that was still starting would end, as it may on a full disk, and not
     * reach what is meant.
     *
     * @param where part of the stack trace of such a failure
     */
    private boolean fill(long bytes, String where) {
        if (!await(system::hostsAreReady)) {
            return false;
        }
        Instant from = Instant.now();
        try (FileSizeLimit full = FileSizeLimit.on(system.hosts(), bytes)) {
            return await(() -> hasFailed(where));
        } finally {
            figures.recordFullDisk(from, Instant.now());
        }
    }

    private long halfOfTheSmallestMets() {
        return lanes.stream()
                .mapToLong(lane -> lane.workspace().book().text().length() / 2)
                .min()
                .orElseThrow();
    }

    private boolean hasFailed(String where) {
        return temporal.list("ExecutionStatus = 'Running'").stream()
                .flatMap(info -> temporal
                        .client()
                        .newUntypedWorkflowStub(info.getExecution().getWorkflowId())
                        .describe()
                        .getRawDescription()
                        .getPendingActivitiesList()
                        .stream())
                .filter(PendingActivityInfo::hasLastFailure)
                .map(PendingActivityInfo::getLastFailure)
                .anyMatch(failure -> isFull(failure, where));
    }

    private static boolean isFull(Failure failure, String where) {
        String all = failure.toString();
        return all.contains(FileSizeLimit.FAILURE) && all.contains(where);
    }

    /** As a program does that knows nothing of locks: reads, changes, renames. The hosts sleep meanwhile, in mid-commit. */
    private boolean changeMets(Workspace workspace) {
        if (!await(() -> system.hosts().stream().anyMatch(host -> isCommitting(workspace)) && freeze(workspace))) {
            return false;
        }
        try {
            String note = NOTE.formatted(++edits);
            Path mets = workspace.book().mets();
            Path draft = mets.resolveSibling("draft-of-somebody-else");
            Files.writeString(
                    draft,
                    workspace.book().text().replace("</mods:mods>", note + "</mods:mods>"),
                    StandardCharsets.UTF_8);
            Files.move(draft, mets, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            workspace.edited(note);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            system.hosts().forEach(host -> host.signal("CONT"));
        }
    }

    /** Puts the hosts to sleep; wakes them again if no commit is under way any more. */
    private boolean freeze(Workspace workspace) {
        system.hosts().forEach(host -> host.signal("STOP"));
        if (isCommitting(workspace)) {
            return true;
        }
        system.hosts().forEach(host -> host.signal("CONT"));
        return false;
    }

    /** Whether a new content for the METS has been begun and is not yet in its place. */
    private static boolean isCommitting(Workspace workspace) {
        try (DirectoryStream<Path> drafts =
                Files.newDirectoryStream(workspace.book().folder(), ".mets.xml-*.tmp")) {
            return drafts.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean await(BooleanSupplier condition) {
        Instant end = Instant.now().plus(LONGEST_AIM);
        while (Instant.now().isBefore(end)) {
            try {
                if (condition.getAsBoolean()) {
                    return true;
                }
            } catch (StatusRuntimeException | WorkflowException e) {
                // Temporal, or the workflow that was asked, has just gone; the next look may find it.
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return false;
    }

    @Override
    public void close() {
        temporal.close();
    }
}
