package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.quire.workflows.job.JobState;

/**
 * The state of each job of a run, a byte for each, with counts kept beside. A transition that {@link JobState#mayBecome} forbids
 * is never written.
 */
final class JobTable {

    private static final JobState[] STATES = JobState.values();

    private final byte[][] states;
    private final int[][] counts;
    private final int[] openOfUnit;
    private long open;

    JobTable(int steps, int units) {
        states = new byte[steps][units];
        counts = new int[steps][STATES.length];
        openOfUnit = new int[units];
        Arrays.fill(openOfUnit, steps);
        for (int[] ofStep : counts) {
            ofStep[JobState.CACHED.ordinal()] = units;
        }
        open = (long) steps * units;
    }

    /** Reads what {@link #encoded} wrote. */
    static JobTable decode(List<String> encoded, int units) {
        var table = new JobTable(encoded.size(), units);
        for (int step = 0; step < encoded.size(); step++) {
            table.decodeStep(step, encoded.get(step));
        }
        return table;
    }

    private void decodeStep(int step, String text) {
        int unit = 0;
        int at = 0;
        while (at < text.length()) {
            JobState state = JobState.ofCode(text.charAt(at++));
            int from = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            int length = from == at ? 1 : Integer.parseInt(text.substring(from, at));
            for (int end = unit + length; unit < end; unit++) {
                write(step, unit, JobState.CACHED, state);
            }
        }
    }

    JobState state(int step, int unit) {
        return STATES[states[step][unit]];
    }

    /** @throws IllegalStateException if the job's state may not become the next one */
    void move(int step, int unit, JobState next) {
        JobState now = state(step, unit);
        if (!now.mayBecome(next)) {
            throw new IllegalStateException("Expected job " + step + "-" + unit + " to be in a state that may become "
                    + next + ", but it is " + now + ".");
        }
        write(step, unit, now, next);
    }

    private void write(int step, int unit, JobState now, JobState next) {
        states[step][unit] = (byte) next.ordinal();
        counts[step][now.ordinal()]--;
        counts[step][next.ordinal()]++;
        if (next.isTerminal()) {
            openOfUnit[unit]--;
            open--;
        }
    }

    boolean isUnitDone(int unit) {
        return openOfUnit[unit] == 0;
    }

    boolean isAllDone() {
        return open == 0;
    }

    int count(int step, JobState state) {
        return counts[step][state.ordinal()];
    }

    int count(JobState state) {
        int sum = 0;
        for (int[] ofStep : counts) {
            sum += ofStep[state.ordinal()];
        }
        return sum;
    }

    List<RunProgressView.StepCounts> counts(List<PlannedStep> steps) {
        List<RunProgressView.StepCounts> all = new ArrayList<>(steps.size());
        for (int step = 0; step < steps.size(); step++) {
            all.add(new RunProgressView.StepCounts(
                    step,
                    steps.get(step).processor(),
                    count(step, JobState.CACHED),
                    count(step, JobState.QUEUED) + count(step, JobState.RUNNING),
                    count(step, JobState.SUCCESS),
                    count(step, JobState.FAILED),
                    count(step, JobState.CANCELLED)));
        }
        return all;
    }

    int steps() {
        return states.length;
    }

    int units() {
        return openOfUnit.length;
    }

    /** Per step a string with the letter of each unit's state. */
    List<String> letters() {
        List<String> letters = new ArrayList<>(states.length);
        for (byte[] ofStep : states) {
            char[] text = new char[ofStep.length];
            for (int unit = 0; unit < text.length; unit++) {
                text[unit] = STATES[ofStep[unit]].code();
            }
            letters.add(new String(text));
        }
        return letters;
    }

    /** Per step its letters, run-length encoded: {@code S120Fc30}. */
    List<String> encoded() {
        return letters().stream().map(JobTable::compress).toList();
    }

    private static String compress(String letters) {
        var text = new StringBuilder();
        int from = 0;
        while (from < letters.length()) {
            int to = from + 1;
            while (to < letters.length() && letters.charAt(to) == letters.charAt(from)) {
                to++;
            }
            text.append(letters.charAt(from));
            if (to - from > 1) {
                text.append(to - from);
            }
            from = to;
        }
        return text.toString();
    }
}
