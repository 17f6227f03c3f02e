package org.quire.systemtests.chaos;

import java.util.Iterator;
import java.util.List;

/**
 * What {@code ./quire chaos} was told.
 *
 * @param json whether the figures are printed as JSON
 */
record Options(int kills, long seed, boolean json) {

    static final String USAGE = """
            Usage: quire chaos [--kills N] [--seed N] [--json]
            Kills, freezes and starves a busy Quire of its own at random, and checks that nothing is lost, doubled or revived.
              --kills N  how many kills (default: 30); some other faults come on top of that
              --seed N   the seed of an earlier call, to do the same again
              --json     print the figures as JSON
            Exit codes: 0 nothing was lost, 1 something was, 2 it can't be run.""";

    private static final int USUAL_KILLS = 30;

    /** @throws IllegalArgumentException if they are not understood */
    static Options parse(List<String> arguments) {
        int kills = USUAL_KILLS;
        long seed = System.nanoTime();
        boolean json = false;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--kills" -> kills = Math.toIntExact(number(option, rest));
                case "--seed" -> seed = number(option, rest);
                case "--json" -> json = true;
                default -> throw new IllegalArgumentException("Unknown option '" + option + "'.\n" + USAGE);
            }
        }
        if (kills < 1) {
            throw new IllegalArgumentException("Expected --kills from 1 up, but got " + kills + ".");
        }
        return new Options(kills, seed, json);
    }

    private static long number(String option, Iterator<String> rest) {
        String text = rest.hasNext() ? rest.next() : "nothing";
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Expected a number after " + option + ", but got " + text + ".", e);
        }
    }
}
