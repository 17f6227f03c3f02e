package org.quire.systemtests.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A sequence of faults that a seed alone determines, so that it can be repeated. Like a deck of cards that is shuffled again and
 * again: each kind of fault comes as often as its share says, in whatever order.
 */
record FaultPlan(List<Planned> faults) {

    private static final int LONGEST_WAIT_MILLIS = 1_500;
    private static final int LONGEST_DOWN_MILLIS = 3_000;

    FaultPlan {
        faults = List.copyOf(faults);
    }

    /**
     * One fault.
     *
     * @param pause before it, while all is well
     * @param down how long what was killed stays away
     * @param target which one of several it is done to: this number modulo how many there are
     */
    record Planned(Fault fault, Duration pause, Duration down, int target) {}

    /** @param kills how many of the faults are kills; the others come on top of that */
    static FaultPlan of(long seed, int kills) {
        var random = new Random(seed);
        List<Planned> planned = new ArrayList<>();
        List<Fault> deck = new ArrayList<>();
        int killed = 0;
        while (killed < kills || deck.stream().allMatch(fault -> !fault.isKill()) && !deck.isEmpty()) {
            if (deck.isEmpty()) {
                deck.addAll(shuffled(random));
            }
            Fault next = deck.removeLast();
            planned.add(new Planned(
                    next,
                    Duration.ofMillis(random.nextInt(LONGEST_WAIT_MILLIS)),
                    Duration.ofMillis(random.nextInt(LONGEST_DOWN_MILLIS)),
                    random.nextInt(Integer.MAX_VALUE)));
            killed += next.isKill() ? 1 : 0;
        }
        return new FaultPlan(planned);
    }

    private static List<Fault> shuffled(Random random) {
        List<Fault> deck = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            deck.addAll(Collections.nCopies(fault.share(), fault));
        }
        Collections.shuffle(deck, random);
        return deck;
    }
}
