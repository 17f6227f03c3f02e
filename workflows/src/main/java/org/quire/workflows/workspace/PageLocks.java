package org.quire.workflows.workspace;

import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * Who may work on which pages of which file groups: output groups exclusive, input groups shared, in order of arrival.
 *
 * <p>A unit is granted, whole, when no earlier registered run still holds or awaits one of its pages in a conflicting way. A run waits
 * only for earlier ones, so nobody waits in a circle. The cost of a call is the number of claims that it adds or takes away.
 */
final class PageLocks {

    private final Map<RunId, PageHolder> holders = new LinkedHashMap<>();
    private final Map<String, Map<String, PageQueue>> queues = new LinkedHashMap<>();
    private final Set<RunId> withNews = new LinkedHashSet<>();

    /**
     * Gives a run its place behind all registered ones; repeating it changes nothing.
     *
     * @param suspended whether it keeps its place but is granted nothing until {@link #resume}
     */
    void register(Registration registration, boolean suspended) {
        restore(registration, suspended, List.of(), List.of());
    }

    /** Registers a run as it was in an earlier execution: grants that it knows are not told again. */
    void restore(Registration registration, boolean suspended, List<UnitRange> granted, List<UnitRange> released) {
        if (!holders.containsKey(registration.runId())) {
            restoreHeld(registration, suspended, granted, released);
            restoreAwaited(registration.runId(), released);
        }
    }

    /**
     * Registers a run that holds units already, with those only; {@link #restoreAwaited} follows once all such runs are registered,
     * so that nobody who waits comes before one who holds.
     */
    void restoreHeld(Registration registration, boolean suspended, List<UnitRange> granted, List<UnitRange> released) {
        PageHolder holder = new PageHolder(registration, suspended);
        BitSet held = UnitSets.units(granted);
        held.andNot(UnitSets.units(released));
        holder.released.set(0, holder.unitCount());
        holder.released.andNot(held);
        holders.put(registration.runId(), holder);
        enqueue(holder, held);
        holder.restoreGranted(granted);
    }

    /** @param released units that the run has given up, so that it awaits all others that it doesn't hold */
    void restoreAwaited(RunId run, List<UnitRange> released) {
        PageHolder holder = holders.get(run);
        if (holder != null) {
            BitSet open = new BitSet();
            open.set(0, holder.unitCount());
            open.andNot(UnitSets.units(released));
            requeue(run, open);
        }
    }

    /** Has units that the run had given up awaited again, behind all who hold or await their pages now. */
    void requeue(RunId run, BitSet units) {
        PageHolder holder = holders.get(run);
        if (holder == null) {
            return;
        }
        BitSet again = (BitSet) units.clone();
        again.and(holder.released);
        holder.released.andNot(again);
        holder.granted.andNot(again);
        holder.clearObstacles(again);
        enqueue(holder, again);
    }

    /** The runs that stand before this one on pages that it awaits, in order of arrival. */
    List<RunId> ahead(PageHolder holder) {
        Set<PageHolder> found = new LinkedHashSet<>();
        for (int unit = holder.firstAwaited(0); unit < holder.unitCount(); unit = holder.firstAwaited(unit + 1)) {
            for (String page : holder.registration.units().pages(unit)) {
                for (Map<String, PageQueue> pages : queues.values()) {
                    PageQueue queue = pages.get(page);
                    if (queue != null) {
                        found.addAll(queue.before(holder));
                    }
                }
            }
        }
        return holders.values().stream()
                .filter(found::contains)
                .map(before -> before.registration.runId())
                .toList();
    }

    /** Lets a suspended run have what is free. */
    void resume(RunId run) {
        PageHolder holder = holders.get(run);
        if (holder != null && holder.suspended) {
            holder.suspended = false;
            grantAll(holder);
        }
    }

    /** Puts a run that was granted nothing yet behind all others; one that holds or held pages stays where it is. */
    void moveToEnd(RunId run) {
        PageHolder holder = holders.get(run);
        if (holder == null || !holder.granted.isEmpty()) {
            return;
        }
        for (int unit = 0; unit < holder.unitCount(); unit++) {
            withdraw(holder, unit);
        }
        holders.remove(run);
        holders.put(run, holder);
        holder.clearObstacles();
        enqueue(holder, allUnits(holder));
    }

    /** Gives up units, held or awaited; those given up before, and unknown runs, change nothing. */
    void release(RunId run, Collection<Integer> units) {
        PageHolder holder = holders.get(run);
        if (holder == null) {
            return;
        }
        for (int unit : units) {
            if (unit >= 0 && unit < holder.unitCount() && !holder.released.get(unit)) {
                holder.released.set(unit);
                holder.untold.clear(unit);
                withdraw(holder, unit);
            }
        }
    }

    /** Forgets a run and gives up all that it holds or awaits. */
    void remove(RunId run) {
        PageHolder holder = holders.remove(run);
        if (holder == null) {
            return;
        }
        withNews.remove(run);
        for (int unit = holder.released.nextClearBit(0);
                unit < holder.unitCount();
                unit = holder.released.nextClearBit(unit + 1)) {
            withdraw(holder, unit);
        }
    }

    /** The units granted since the last call, per run, in the order in which the first grant of each was found. */
    Map<RunId, List<UnitRange>> takeGrants() {
        if (withNews.isEmpty()) {
            return Map.of();
        }
        Map<RunId, List<UnitRange>> grants = new LinkedHashMap<>();
        for (RunId run : withNews) {
            PageHolder holder = holders.get(run);
            if (holder != null && !holder.untold.isEmpty()) {
                grants.put(run, UnitSets.ranges(holder.untold));
                holder.untold.clear();
            }
        }
        withNews.clear();
        return grants;
    }

    /** Whether claims for these pages would have others before them. */
    boolean isHeldBack(PageNeeds needs) {
        return needs.outputGroups().stream().anyMatch(group -> isClaimed(group, needs, PageQueue::isEmpty))
                || needs.inputGroups().stream().anyMatch(group -> isClaimed(group, needs, PageQueue::isSharable));
    }

    private boolean isClaimed(String group, PageNeeds needs, Predicate<PageQueue> free) {
        Map<String, PageQueue> pages = queues.getOrDefault(group, Map.of());
        return needs.pages().stream().map(pages::get).anyMatch(queue -> queue != null && !free.test(queue));
    }

    boolean contains(RunId run) {
        return holders.containsKey(run);
    }

    boolean isEmpty() {
        return holders.isEmpty();
    }

    /** Pages that are still claimed by somebody, over all file groups. */
    int claimedPages() {
        return queues.values().stream().mapToInt(Map::size).sum();
    }

    List<RunId> runs() {
        return List.copyOf(holders.keySet());
    }

    /** The runs in order of arrival. */
    List<PageHolder> holders() {
        return List.copyOf(holders.values());
    }

    @Nullable
    PageHolder holder(RunId run) {
        return holders.get(run);
    }

    private static BitSet allUnits(PageHolder holder) {
        BitSet all = new BitSet();
        all.set(0, holder.unitCount());
        all.andNot(holder.released);
        return all;
    }

    private void enqueue(PageHolder holder, BitSet units) {
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            for (String page : holder.registration.units().pages(unit)) {
                for (String group : holder.exclusiveGroups) {
                    claim(group, page, new PageClaim(holder, unit, true));
                }
                for (String group : holder.sharedGroups) {
                    claim(group, page, new PageClaim(holder, unit, false));
                }
            }
            grant(holder, unit);
        }
    }

    private void claim(String group, String page, PageClaim claim) {
        queues.computeIfAbsent(group, g -> new LinkedHashMap<>())
                .computeIfAbsent(page, p -> new PageQueue())
                .append(claim);
        if (!claim.clear) {
            claim.holder.obstacle(claim.unit);
        }
    }

    private void withdraw(PageHolder holder, int unit) {
        for (String page : holder.registration.units().pages(unit)) {
            holder.exclusiveGroups.forEach(group -> withdraw(group, page, holder));
            holder.sharedGroups.forEach(group -> withdraw(group, page, holder));
        }
    }

    private void withdraw(String group, String page, PageHolder holder) {
        Map<String, PageQueue> pages = queues.get(group);
        PageQueue queue = pages == null ? null : pages.get(page);
        if (pages == null || queue == null) {
            return;
        }
        for (PageClaim freed : queue.remove(holder)) {
            freed.holder.cleared(freed.unit);
            grant(freed.holder, freed.unit);
        }
        if (queue.isEmpty()) {
            pages.remove(page);
        }
        if (pages.isEmpty()) {
            queues.remove(group);
        }
    }

    private void grantAll(PageHolder holder) {
        for (int unit = 0; unit < holder.unitCount(); unit++) {
            grant(holder, unit);
        }
    }

    private void grant(PageHolder holder, int unit) {
        holder.grantIfFree(unit);
        if (!holder.untold.isEmpty()) {
            withNews.add(holder.registration.runId());
        }
    }
}
