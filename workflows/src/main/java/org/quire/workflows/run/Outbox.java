package org.quire.workflows.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;

/**
 * What a run still has to tell the owner of its workspace. Messages are numbered from 1 without gaps, one is outstanding at a time,
 * and a unit's release never travels before its results.
 */
final class Outbox {

    /** Most METS entries in one message, so that it stays far below Temporal's 2 MB; a single larger result goes alone. */
    static final int MAX_FILES_PER_DELIVERY = 5_000;

    private record Entry(@Nullable MetsAddition result, int releasedUnit) {}

    private final RunId run;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private int resultsWaiting;
    private long sequence;
    private long answered;
    private boolean outstanding;
    private boolean finishSent;

    Outbox(RunId run, long sequence, long answered, boolean finishSent) {
        this.run = run;
        this.sequence = sequence;
        this.answered = answered;
        this.finishSent = finishSent;
    }

    void result(MetsAddition result) {
        entries.add(new Entry(result, -1));
        resultsWaiting++;
    }

    void release(int unit) {
        entries.add(new Entry(null, unit));
    }

    Register register(StepGraph graph, PageUnits units, List<String> dependsOn) {
        return new Register(run, nextSequence(), graph.externalInputs(), graph.outputs(), units, dependsOn);
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
        return new Deliver(run, nextSequence(), results, released);
    }

    /** The farewell gives up all that the run holds, so releases that wait need no message of their own. */
    Finish finish() {
        entries.clear();
        finishSent = true;
        return new Finish(run, nextSequence());
    }

    Finish repeatFinish() {
        outstanding = true;
        return new Finish(run, sequence);
    }

    void sent() {
        outstanding = false;
    }

    void answered(long upTo) {
        answered = Math.max(answered, Math.min(upTo, sequence));
    }

    boolean isOutstanding() {
        return outstanding;
    }

    boolean isEmpty() {
        return entries.isEmpty();
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

    /** Whether no delivery waits for its commit; a registration has no answer of that kind. */
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
