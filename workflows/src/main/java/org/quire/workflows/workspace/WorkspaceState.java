package org.quire.workflows.workspace;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.CommitQueue.Delivery;
import org.quire.workflows.workspace.RollCall.Arrival;
import org.quire.workflows.workspace.RunLookup.DependencyState;
import org.quire.workflows.workspace.WorkspaceAnswer.CommitFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Committed;
import org.quire.workflows.workspace.WorkspaceAnswer.DependencyFailed;
import org.quire.workflows.workspace.WorkspaceAnswer.Granted;
import org.quire.workflows.workspace.WorkspaceAnswer.Restored;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;
import org.quire.workflows.workspace.WorkspaceMessage.Reminder;

/**
 * The rules of a workspace as a whole: what follows from a message, a commit or a look-up. Every effect on a run is an answer in the outbox.
 * Pages of a run are free only when its results on them are committed.
 */
final class WorkspaceState {

    final PageLocks locks = new PageLocks();
    final Dependencies dependencies = new Dependencies();
    final MessageLog log = new MessageLog();
    final CommitQueue commits = new CommitQueue();
    final Outbox outbox = new Outbox();
    final RollCall rollCall = new RollCall();
    final Map<RunId, Long> settled = new LinkedHashMap<>();
    private final Admission admission = new Admission(this);

    /**
     * Asks these runs to register again, and grants nothing until all have or are over.
     *
     * @param asker a name that no other owner has or had; null: any registration counts as an answer
     */
    void callRoll(List<RunId> runs, @Nullable String asker) {
        rollCall.call(runs, asker);
        runs.forEach(run -> outbox.add(run, rollCall.question(null)));
    }

    /** Acts on a message. Repetitions change nothing; they are answered again as far as the answer is known. */
    void receive(WorkspaceMessage message, Instant now) {
        if (log.mustReturn(message)) {
            outbox.add(message.runId(), rollCall.question(message.epoch()));
            return;
        }
        List<WorkspaceMessage> due = log.accept(message);
        if (due.isEmpty() && !log.isStale(message)) {
            answerAgain(message);
        }
        for (WorkspaceMessage next : due) {
            switch (next) {
                case Register register -> register(register, now);
                case Deliver deliver -> deliver(deliver, true);
                case Finish finish -> enqueue(end(finish.runId(), finish.sequence(), true, finish.epoch()));
                case Reminder reminder -> answerAgain(reminder);
            }
        }
        publishGrants();
    }

    /** The deliveries are in {@code mets.xml}. */
    void committed(List<Delivery> deliveries) {
        deliveries.forEach(delivery -> settle(delivery, null));
        publishGrants();
    }

    /** The delivery can never be committed. */
    void impossible(Delivery delivery, String reason) {
        settle(delivery, reason);
        publishGrants();
    }

    /** These registered runs are over without a word; what they delivered before is still committed first. */
    void ended(List<RunId> runs) {
        for (RunId run : runs) {
            outbox.drop(run);
            missed(run);
            if (isRegistered(run)) {
                long last = log.last(run);
                for (WorkspaceMessage held : log.close(run)) {
                    if (held instanceof Deliver deliver) {
                        deliver(deliver, false);
                    }
                }
                enqueue(end(run, last, false, null));
            }
        }
        publishGrants();
    }

    void lookedUp(List<DependencyState> states) {
        Dependencies.Settled outcome = dependencies.apply(states);
        outcome.ready().forEach(locks::resume);
        outcome.failed().forEach((run, reason) -> {
            locks.remove(run);
            forget(run);
            outbox.add(run, new DependencyFailed(reason));
        });
        publishGrants();
    }

    /** Runs that hold or await pages, or may do so, and did not say that they are over. */
    List<RunId> registered() {
        return Stream.concat(locks.runs().stream().filter(this::isRegistered), rollCall.missing().stream())
                .toList();
    }

    boolean isRegistered(RunId run) {
        return locks.contains(run) && log.isOpen(run) || rollCall.knows(run);
    }

    boolean isIdle() {
        return locks.isEmpty() && commits.isEmpty() && outbox.isEmpty() && !rollCall.isOn();
    }

    WorkspaceLocks view(WorkspaceRef workspace) {
        return new WorkspaceLocks(
                workspace,
                locks.holders().stream()
                        .map(holder -> holder.entry(locks.ahead(holder), dependencies.of(holder.registration.runId())))
                        .toList());
    }

    private void register(Register register, Instant now) {
        if (rollCall.isMissing(register.runId()) && !rollCall.isAnswered(register)) {
            // It may have been asked already, and have been set back since to where it knows nothing of that.
            outbox.add(register.runId(), rollCall.question(register.epoch()));
        } else if (rollCall.isOn()) {
            rollCall.arrived(register, now);
            admitAllIfComplete();
        } else {
            admit(List.of(new Arrival(register, now)));
        }
    }

    /** The run needs not be waited for any more. */
    private void missed(RunId run) {
        if (rollCall.knows(run)) {
            rollCall.over(run);
            admitAllIfComplete();
        }
    }

    private void admitAllIfComplete() {
        if (!rollCall.isOn()) {
            admit(rollCall.takeArrived());
        }
    }

    private void admit(List<Arrival> arrivals) {
        admission.admit(arrivals);
        arrivals.forEach(arrival -> moveDependentsBehind(arrival.register().runId(), new LinkedHashSet<>()));
    }

    List<UnitRange> heldBy(RunId run) {
        PageHolder holder = locks.holder(run);
        return holder == null ? List.of() : UnitSets.ranges(holder.held());
    }

    /** A run that waits for one that arrived after it would wait for ever if that one had to wait for its pages. */
    private void moveDependentsBehind(RunId run, Set<RunId> moved) {
        for (RunId dependent : dependencies.waitingFor(run)) {
            if (!dependent.equals(run) && moved.add(dependent)) {
                locks.moveToEnd(dependent);
                moveDependentsBehind(dependent, moved);
            }
        }
    }

    private void deliver(Deliver deliver, boolean answered) {
        enqueue(new Delivery(
                deliver.runId(),
                deliver.sequence(),
                deliver.results(),
                deliver.releasedUnits(),
                false,
                answered,
                deliver.epoch()));
    }

    private static Delivery end(RunId run, long sequence, boolean answered, @Nullable Long epoch) {
        return new Delivery(run, sequence, List.of(), List.of(), true, answered, epoch);
    }

    /** What writes nothing and has nothing of its run before it takes effect at once. */
    private void enqueue(Delivery delivery) {
        boolean nothingToWrite = delivery.additions().isEmpty() && !commits.hasUnsettled(delivery.runId());
        if (nothingToWrite) {
            settle(delivery, null);
        } else {
            commits.add(delivery);
        }
    }

    private void settle(Delivery delivery, @Nullable String failure) {
        RunId run = delivery.runId();
        commits.settled(delivery);
        boolean current = Objects.equals(delivery.epoch(), log.epoch(run)) || delivery.epoch() == null;
        if (current) {
            // What it gave up before it was set back it may want again.
            locks.release(run, delivery.releasedUnits());
            rollCall.settled(run, delivery);
            settled.computeIfPresent(run, (r, before) -> Math.max(before, delivery.sequence()));
        }
        if (delivery.last() && (current || !log.isOpen(run))) {
            locks.remove(run);
            forget(run);
        }
        if (delivery.answered()) {
            outbox.add(
                    run,
                    failure == null
                            ? new Committed(delivery.sequence(), delivery.epoch())
                            : new CommitFailed(delivery.sequence(), failure, delivery.epoch()));
        }
    }

    private void forget(RunId run) {
        dependencies.remove(run);
        dependencies.over(run);
        settled.remove(run);
        log.close(run);
        missed(run);
    }

    private void answerAgain(WorkspaceMessage message) {
        RunId run = message.runId();
        PageHolder holder = locks.holder(run);
        if (message instanceof Reminder && rollCall.isMissing(run)) {
            outbox.add(run, rollCall.question(message.epoch()));
            return;
        }
        if (message.sequence() > log.last(run) || rollCall.knows(run)) {
            return;
        }
        long upTo = settled.getOrDefault(run, commits.hasUnsettled(run) ? 0L : log.last(run));
        if (message instanceof Reminder && holder != null) {
            outbox.add(run, new Restored(upTo, heldBy(run), message.epoch()));
            return;
        }
        if (message instanceof Register && holder != null) {
            if (!holder.held().isEmpty()) {
                outbox.add(run, new Granted(heldBy(run), message.epoch()));
            }
            return;
        }
        if (message.sequence() <= upTo || message instanceof Reminder) {
            outbox.add(run, new Committed(upTo, message.epoch()));
        }
    }

    private void publishGrants() {
        locks.takeGrants().forEach((run, units) -> outbox.add(run, new Granted(units, log.epoch(run))));
    }
}
