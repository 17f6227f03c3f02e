package org.quire.workflows.workspace;

import static org.quire.workflows.workspace.InterleavedWorld.require;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.CommitQueue.Delivery;
import org.quire.workflows.workspace.RunLookup.DependencyState;
import org.quire.workflows.workspace.RunLookup.Standing;

/** The owner of the workspace: its rules, and what the workflow around them does. */
final class OwnerActor {

    private final InterleavedWorld world;
    private final Random random;
    private @Nullable WorkspaceState state;
    private @Nullable List<Delivery> committing;
    private boolean lostMemory;
    private int incarnations;

    OwnerActor(InterleavedWorld world, Random random) {
        this.world = world;
        this.random = random;
    }

    boolean isAlive() {
        return state != null;
    }

    int incarnations() {
        return incarnations;
    }

    void receive(WorkspaceMessage message) {
        if (state == null) {
            incarnations++;
            state = new WorkspaceState();
            if (lostMemory) {
                state.callRoll(
                        world.allRuns().stream()
                                .filter(run -> !run.isClosed())
                                .map(RunActor::id)
                                .toList(),
                        "owner " + incarnations);
            }
            lostMemory = false;
        }
        state.receive(message, InterleavedWorld.now());
        completeIfIdle();
    }

    /** Begins a commit, or ends the one that was begun. */
    void commit() {
        if (state == null) {
            return;
        }
        if (committing == null) {
            if (!state.commits.isEmpty()) {
                committing = state.commits.nextBatch(1 + random.nextInt(5), 1_000_000);
            }
        } else {
            write();
            List<Delivery> done = committing;
            committing = null;
            state.committed(done);
            completeIfIdle();
        }
    }

    private void write() {
        if (committing != null) {
            committing.forEach(delivery -> delivery.additions()
                    .forEach(addition -> world.run(delivery.runId()).committed(addition)));
        }
    }

    /** Signals one answer; a run that is gone can't be signalled. */
    void answer() {
        if (state == null) {
            return;
        }
        List<RunId> recipients = state.outbox.recipients();
        if (!recipients.isEmpty()) {
            RunId to = recipients.get(random.nextInt(recipients.size()));
            if (!world.run(to).isClosed()) {
                WorkspaceAnswer answer = state.outbox.poll(to);
                if (answer != null) {
                    world.run(to).told(answer);
                }
            } else if (state.isRegistered(to)) {
                lookUpEnded();
            } else {
                state.outbox.drop(to);
            }
        }
        completeIfIdle();
    }

    void lookUp() {
        if (state == null) {
            return;
        }
        List<String> asked = state.dependencies.toLookUp(state.registered());
        if (!asked.isEmpty()) {
            state.lookedUp(asked.stream()
                    .map(id -> new DependencyState(id, standing(world.run(new RunId(id)))))
                    .toList());
        }
        if (random.nextInt(3) == 0) {
            lookUpEnded();
        }
        completeIfIdle();
    }

    private static Standing standing(RunActor run) {
        if (!run.isClosed()) {
            return Standing.PENDING;
        }
        return run.succeeded() ? Standing.SUCCEEDED : Standing.FAILED;
    }

    void lookUpEnded() {
        if (state != null) {
            state.ended(state.registered().stream()
                    .filter(run -> world.run(run).isClosed())
                    .toList());
            completeIfIdle();
        }
    }

    /** From outside; a commit under way may get through or not. */
    void terminate() {
        if (state == null) {
            return;
        }
        world.count("owner terminated");
        if (random.nextBoolean()) {
            write();
        }
        committing = null;
        state = null;
        lostMemory = true;
        world.allRuns().forEach(RunActor::ownerLost);
    }

    void handOver() throws JsonProcessingException {
        if (state != null && committing == null && !state.rollCall.isOn()) {
            world.count("owner continued");
            WorkspaceCarry carry = WorkspaceHandover.pack(state);
            if (random.nextInt(10) == 0) {
                String json = QuireData.mapper().writeValueAsString(carry);
                carry = QuireData.mapper().readValue(json, WorkspaceCarry.class);
            }
            state = WorkspaceHandover.unpack(carry);
        }
    }

    private void completeIfIdle() {
        if (state != null && committing == null && state.isIdle()) {
            require(state.locks.claimedPages() == 0, () -> "Expected no claim in an idle table, but there are.");
            state = null;
        }
    }

    void checkIdle() {
        require(state == null, () -> "Expected an owner that has completed.");
    }

    @Override
    public String toString() {
        return state == null
                ? "owner: none" + (lostMemory ? ", lost" : "")
                : "owner: " + state.view(new WorkspaceRef("/m")).entries() + " missing " + state.rollCall.missing()
                        + " outbox "
                        + new ArrayList<>(state.outbox.recipients());
    }
}
