package org.quire.workflows.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;
import org.quire.workflows.workspace.WorkspaceMessage.Reminder;
import org.quire.workflows.workspace.WorkspaceMessage.Standing;

/**
 * What a run still has to tell the owner of its workspace. Messages are numbered from 1 without gaps, one is outstanding at a time,
 * and a unit's release never travels before its results. What was delivered is kept until it is known to be committed, so that
 * it can be delivered again to an owner that lost it.
 */
final class Outbox {

    /** Most METS entries in one message, so that it stays far below Temporal's 2 MB; a single larger result goes alone. */
    static final int MAX_FILES_PER_DELIVERY = 5_000;

    private record Entry(@Nullable MetsAddition result, int releasedUnit) {}

    private final RunId run;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Deque<Deliver> unconfirmed;
    private int resultsWaiting;
    private long sequence;
    private long answered;
    private boolean outstanding;
    private boolean finishSent;
    private @Nullable Long epoch;
    private @Nullable String asker;
    private boolean asked;
    private boolean returnDue;
    private boolean returning;
    private boolean reset;

    Outbox(RunId run, RunCarry carry) {
        this.run = run;
        sequence = carry.sequence();
        answered = carry.answered();
        finishSent = carry.finishSent();
        RunCarry.Talk talk = carry.talk();
        unconfirmed = new ArrayDeque<>(talk == null ? List.of() : talk.unconfirmed());
        if (talk != null) {
            epoch = talk.epoch();
            returning = talk.returning();
            reset = talk.reset();
        }
    }

    RunCarry.Talk talk() {
        return new RunCarry.Talk(epoch, returning, reset, List.copyOf(unconfirmed));
    }

    void result(MetsAddition result) {
        entries.add(new Entry(result, -1));
        resultsWaiting++;
    }

    void release(int unit) {
        entries.add(new Entry(null, unit));
    }

    /** @param standing null at the start; otherwise what a run that returns has and has done */
    Register register(StepGraph graph, RunPlan plan, @Nullable Standing standing) {
        returnDue = false;
        boolean mayDepend = standing == null || standing.granted().isEmpty();
        return new Register(
                run,
                nextSequence(),
                graph.externalInputs(),
                graph.outputs(),
                plan.units(),
                mayDepend ? plan.dependsOn() : List.of(),
                epoch,
                standing,
                asker);
    }

    private long nextSequence() {
        outstanding = true;
        return ++sequence;
    }

    Deliver deliver() {
        List<MetsAddition> results = new ArrayList<>();
        List<Integer> released = new ArrayList<>();
        int files = 0;
        while (!entries.isEmpty()) {
            MetsAddition result = entries.element().result();
            int more = result == null ? 0 : result.files().size();
            if (files > 0 && files + more > MAX_FILES_PER_DELIVERY) {
                break;
            }
            files += more;
            Entry entry = entries.remove();
            if (result == null) {
                released.add(entry.releasedUnit());
            } else {
                results.add(result);
                resultsWaiting--;
            }
        }
        var delivery = new Deliver(run, nextSequence(), results, released, epoch);
        unconfirmed.add(delivery);
        return delivery;
    }

    /** The farewell gives up all that the run holds, so releases that wait need no message of their own. */
    Finish finish() {
        entries.clear();
        finishSent = true;
        return new Finish(run, nextSequence(), epoch, unconfirmed.isEmpty());
    }

    Finish repeatFinish() {
        outstanding = true;
        return new Finish(run, sequence, epoch, unconfirmed.isEmpty());
    }

    /** Asks for the answers again. */
    Reminder remind() {
        outstanding = true;
        return new Reminder(run, sequence, epoch);
    }

    void sent() {
        outstanding = false;
    }

    void answered(long upTo) {
        answered = Math.max(answered, Math.min(upTo, sequence));
        unconfirmed.removeIf(delivery -> delivery.sequence() <= answered);
    }

    /** Temporal has set the run back, now or in an execution before. */
    void wasReset() {
        reset = true;
    }

    boolean isReset() {
        return reset;
    }

    /** Speaks in a later epoch from now on; what was said before is said again, if anything was. */
    void speakAs(long later) {
        epoch = later;
        if (sequence > 0) {
            comeBack();
        }
    }

    /** Whether an owner asked where the run stands before it said anything. */
    boolean isAsked() {
        return asked;
    }

    /**
     * An owner asks where the run stands.
     *
     * @param by what the registration that follows repeats
     */
    void asked(@Nullable String by) {
        asked = true;
        asker = by;
        comeBack();
    }

    /** Has the run register again, and then deliver again what is not known to be committed. */
    private void comeBack() {
        if (sequence == 0 || returnDue) {
            return;
        }
        returnDue = true;
        returning = true;
        finishSent = false;
        epoch = epoch == null ? null : Long.valueOf(epoch + 1);
        for (Iterator<Deliver> latestFirst = unconfirmed.descendingIterator(); latestFirst.hasNext(); ) {
            Deliver delivery = latestFirst.next();
            delivery.releasedUnits().forEach(unit -> entries.addFirst(new Entry(null, unit)));
            delivery.results().reversed().forEach(result -> entries.addFirst(new Entry(result, -1)));
            resultsWaiting += delivery.results().size();
        }
        unconfirmed.clear();
    }

    void restored(long upTo) {
        returning = returnDue;
        answered(upTo);
    }

    /** Whether an answer is meant for what this run said last, not for what it said before it returned. */
    boolean isCurrent(@Nullable Long answeredEpoch) {
        return answeredEpoch == null || Objects.equals(answeredEpoch, epoch);
    }

    /** Units that are done and whose release is not known to have been acted on. */
    Set<Integer> pendingReleases() {
        Set<Integer> units = new HashSet<>();
        entries.forEach(entry -> units.add(entry.releasedUnit()));
        unconfirmed.forEach(delivery -> units.addAll(delivery.releasedUnits()));
        return units;
    }

    boolean isReturnDue() {
        return returnDue;
    }

    /** Whether it is not known yet what the run holds after it had to register again. */
    boolean isReturning() {
        return returning;
    }

    boolean hasEpoch() {
        return epoch != null;
    }

    boolean isOutstanding() {
        return outstanding;
    }

    boolean isEmpty() {
        return entries.isEmpty() && !returnDue;
    }

    boolean hasResults() {
        return resultsWaiting > 0;
    }

    boolean isFinishSent() {
        return finishSent;
    }

    long sequence() {
        return sequence;
    }

    long answeredUpTo() {
        return answered;
    }

    /** Whether no delivery waits for its commit; a first registration has no answer of that kind. */
    boolean isQuiet() {
        return isAllAnswered() || sequence == 1;
    }

    /** Whether all that was handed in has been delivered and committed. */
    boolean isSettled() {
        return entries.isEmpty() && !outstanding && isQuiet();
    }

    boolean isAllAnswered() {
        return answered >= sequence;
    }
}
