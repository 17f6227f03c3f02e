package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.quire.workflows.job.JobState;

/** The state of every job of a run, steps by units, with counts kept along. Terminal states never change. */
final class JobGrid {

    private static final JobState[] STATES = JobState.values();

    private final byte[][] states;
    private final int[][] counts;
    private final int units;
    private long open;

    JobGrid(int steps, int units) {
        this.units = units;
        states = new byte[steps][units];
        counts = new int[steps][STATES.length];
        for (int step = 0; step < steps; step++) {
            counts[step][JobState.CACHED.ordinal()] = units;
        }
        open = (long) steps * units;
    }

    static JobGrid restore(List<String> letters) {
        var grid = new JobGrid(letters.size(), letters.getFirst().length());
        for (int step = 0; step < letters.size(); step++) {
            String row = letters.get(step);
            for (int unit = 0; unit < row.length(); unit++) {
                JobState state = JobState.ofCode(row.charAt(unit));
                if (state != JobState.CACHED) {
                    grid.move(step, unit, state);
                }
            }
        }
        return grid;
    }

    JobState state(int step, int unit) {
        return STATES[states[step][unit]];
    }

    /** Moves a job on; false, and nothing changed, if its state is terminal. */
    boolean move(int step, int unit, JobState to) {
        JobState from = state(step, unit);
        if (from.isTerminal() || from == to) {
            return false;
        }
        states[step][unit] = (byte) to.ordinal();
        counts[step][from.ordinal()]--;
        counts[step][to.ordinal()]++;
        if (to.isTerminal()) {
            open--;
        }
        return true;
    }

    int count(int step, JobState state) {
        return counts[step][state.ordinal()];
    }

    int steps() {
        return states.length;
    }

    int units() {
        return units;
    }

    /** Whether every job has ended. */
    boolean allEnded() {
        return open == 0;
    }

    boolean anyStateIs(JobState state) {
        return Arrays.stream(counts).anyMatch(row -> row[state.ordinal()] > 0);
    }

    /** Whether all jobs of a unit have ended. */
    boolean unitEnded(int unit) {
        for (int step = 0; step < states.length; step++) {
            if (!state(step, unit).isTerminal()) {
                return false;
            }
        }
        return true;
    }

    /** Per step one letter for each unit. */
    List<String> letters() {
        var rows = new ArrayList<String>(states.length);
        for (int step = 0; step < states.length; step++) {
            var row = new StringBuilder(units);
            for (int unit = 0; unit < units; unit++) {
                row.append(state(step, unit).code());
            }
            rows.add(row.toString());
        }
        return rows;
    }
}
