package org.quire.workflows.run;

import java.util.List;

/**
 * The pages of a run, cut into units: the pages that one job takes.
 *
 * @param pages expanded page ids in document order, at least one, no repeats
 * @param unitSize pages per unit, at least 1; the last unit may be smaller
 * @param wholeWorkspace whether {@code pages} are all pages of the workspace
 */
public record PageUnits(List<String> pages, int unitSize, boolean wholeWorkspace) {

    public PageUnits {
        pages = List.copyOf(pages);
        if (pages.isEmpty() || unitSize < 1) {
            throw new IllegalArgumentException("Expected pages and a unit size from 1 up, but got " + pages.size()
                    + " pages and unit size " + unitSize + ".");
        }
    }

    /** The number of units, at least 1. */
    public int count() {
        return (pages.size() + unitSize - 1) / unitSize;
    }

    /** The pages of a unit. */
    public List<String> pages(int unit) {
        return pages.subList(unit * unitSize, Math.min(pages.size(), (unit + 1) * unitSize));
    }
}
