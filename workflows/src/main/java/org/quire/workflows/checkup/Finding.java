package org.quire.workflows.checkup;

/**
 * Two things that don't agree, or a note on what a person may want to know.
 *
 * @param subject the id of a run or a path
 * @param problem a sentence
 * @param remedy a sentence: what a repair does or did, or what a person can do
 */
public record Finding(Kind kind, String subject, String problem, String remedy, Standing standing) {

    /** What disagrees. */
    public enum Kind {
        /** A {@code .quire} folder has private folders of a run that is over. */
        LEFTOVERS,
        /** A half-written METS, or additions that are acknowledged and not yet merged. */
        UNFINISHED_METS,
        /** A METS that can't be read. */
        UNREADABLE_METS,
        /** METS names files that are not on disk. */
        MISSING_FILES,
        /** Files don't have the size or checksum that METS says. */
        CHANGED_FILES,
        /** Files in the folder of a file group that METS does not name. */
        UNNAMED_FILES,
        /** A run is over in Temporal and has no report. */
        NO_REPORT,
        /** A run goes on in Temporal, though its report says that it is over. */
        EARLY_REPORT,
        /** A report that can't be read. */
        UNREADABLE_REPORT,
        /** A run that is over holds or awaits pages. */
        LOCK_OF_ENDED_RUN,
        /** A run goes on, but the owner of its workspace does not know it. */
        UNREGISTERED_RUN
    }

    /** What became of it. */
    public enum Standing {
        /** A repair would settle it. */
        REPAIRABLE,
        REPAIRED,
        /** It settles itself within minutes. */
        HEALS,
        /** Somebody has to decide. */
        OPEN,
        /** Nothing is wrong. */
        NOTE
    }

    /** Whether it speaks against the workspace's or Quire's good order now. */
    public boolean disagrees() {
        return standing == Standing.REPAIRABLE || standing == Standing.OPEN || standing == Standing.HEALS;
    }
}
