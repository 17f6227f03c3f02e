package org.quire.workflows.workspace;

/** One unit's place in the queue of one page of one file group. */
final class PageClaim {

    final PageHolder holder;
    final int unit;
    final boolean exclusive;

    /** Whether no earlier claim on the page stands in the way; once true it stays true. */
    boolean clear;

    PageClaim(PageHolder holder, int unit, boolean exclusive) {
        this.holder = holder;
        this.unit = unit;
        this.exclusive = exclusive;
    }
}
