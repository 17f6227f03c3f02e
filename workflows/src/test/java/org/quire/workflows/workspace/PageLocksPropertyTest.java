package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quire.workflows.workspace.PageLocksTest.pages;
import static org.quire.workflows.workspace.PageLocksTest.registration;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.quire.workflows.run.RunId;

class PageLocksPropertyTest {

    /** Random registrations, releases and removals, checked after each against a model that knows only the rule. */
    @Property(tries = 300)
    void everyInterleavingObeysTheRule(@ForAll long seed) {
        Random random = new Random(seed);
        Model model = new Model();
        PageLocks tested = new PageLocks();
        for (int i = 0; i < 60; i++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> model.register(tested, randomRegistration(new RunId("r" + i), random));
                case 2, 3 -> model.releaseSome(tested, random);
                default -> model.removeOne(tested, random);
            }
            model.check(tested);
        }
        model.finishAll(tested);
        assertThat(tested.isEmpty()).isTrue();
        assertThat(tested.claimedPages()).isZero();
    }

    @Property(tries = 100)
    void restoredTableIsAsItWasAndTellsNothingTwice(@ForAll long seed) {
        Random random = new Random(seed);
        Model model = new Model();
        PageLocks before = new PageLocks();
        for (int i = 0; i < 30; i++) {
            model.register(before, randomRegistration(new RunId("r" + i), random));
            model.releaseSome(before, random);
        }
        model.check(before);
        PageLocks after = new PageLocks();
        for (PageHolder holder : before.holders()) {
            after.restore(
                    holder.registration,
                    holder.suspended,
                    UnitSets.ranges(holder.granted),
                    UnitSets.ranges(holder.released));
        }

        assertThat(after.takeGrants()).isEmpty();
        model.finishAll(after);
        assertThat(after.claimedPages()).isZero();
    }

    /** The rule, spelt out: every pair of runs and every page is looked at, at any cost. */
    private static final class Model {
        private final Map<RunId, Registration> runs = new LinkedHashMap<>();
        private final Map<RunId, BitSet> granted = new LinkedHashMap<>();
        private final Map<RunId, BitSet> released = new LinkedHashMap<>();

        void register(PageLocks tested, Registration registration) {
            assertThat(tested.isHeldBack(new PageNeeds(
                            registration.inputGroups(),
                            registration.outputGroups(),
                            registration.units().pages())))
                    .as("whether %s would wait", registration)
                    .isNotEqualTo(allUnitsAreFree(registration));
            tested.register(registration, false);
            runs.put(registration.runId(), registration);
            granted.put(registration.runId(), new BitSet());
            released.put(registration.runId(), new BitSet());
        }

        void releaseSome(PageLocks tested, Random random) {
            for (RunId run : runs.keySet()) {
                List<Integer> units = granted.get(run).stream()
                        .filter(unit -> random.nextInt(3) == 0)
                        .boxed()
                        .toList();
                tested.release(run, units);
                units.forEach(released.get(run)::set);
            }
        }

        void removeOne(PageLocks tested, Random random) {
            if (!runs.isEmpty()) {
                RunId run = List.copyOf(runs.keySet()).get(random.nextInt(runs.size()));
                tested.remove(run);
                runs.remove(run);
            }
        }

        void check(PageLocks tested) {
            tested.takeGrants().forEach((run, ranges) -> granted.get(run).or(UnitSets.units(ranges)));
            List<Registration> earlier = new ArrayList<>();
            for (Registration run : runs.values()) {
                for (int unit = 0; unit < run.units().count(); unit++) {
                    if (!released.get(run.runId()).get(unit)) {
                        assertThat(granted.get(run.runId()).get(unit))
                                .as("unit %d of %s is granted", unit, run)
                                .isEqualTo(isFree(run, unit, earlier));
                    }
                }
                earlier.add(run);
            }
        }

        void finishAll(PageLocks tested) {
            while (!runs.isEmpty()) {
                check(tested);
                RunId first = runs.keySet().iterator().next();
                tested.remove(first);
                runs.remove(first);
            }
        }

        private boolean allUnitsAreFree(Registration run) {
            List<Registration> earlier = List.copyOf(runs.values());
            return IntStream.range(0, run.units().count()).allMatch(unit -> isFree(run, unit, earlier));
        }

        private boolean isFree(Registration run, int unit, List<Registration> earlier) {
            return earlier.stream()
                    .noneMatch(other -> IntStream.range(0, other.units().count())
                            .filter(otherUnit -> !released.get(other.runId()).get(otherUnit))
                            .anyMatch(otherUnit -> conflict(run, unit, other, otherUnit)));
        }

        private static boolean conflict(Registration one, int unit, Registration other, int otherUnit) {
            Set<String> pages = new HashSet<>(one.units().pages(unit));
            pages.retainAll(other.units().pages(otherUnit));
            return !pages.isEmpty()
                    && (overlap(one.outputGroups(), other.outputGroups())
                            || overlap(one.outputGroups(), other.inputGroups())
                            || overlap(one.inputGroups(), other.outputGroups()));
        }

        private static boolean overlap(List<String> one, List<String> other) {
            return one.stream().anyMatch(other::contains);
        }
    }

    private static Registration randomRegistration(RunId run, Random random) {
        int first = 1 + random.nextInt(6);
        List<String> groups = List.of("A", "B", "C", "D");
        return registration(
                run,
                random.ints(1 + random.nextInt(2), 0, 4).mapToObj(groups::get).toList(),
                random.ints(1 + random.nextInt(2), 0, 4).mapToObj(groups::get).toList(),
                pages(first, first + random.nextInt(5)),
                1 + random.nextInt(3));
    }
}
