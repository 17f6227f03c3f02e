package org.quire.cli.demo;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** How much of a printed text was recognised: the share of its words that are in the recognised text, each as often as printed. */
public final class WordRecall {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    private WordRecall() {}

    /** @return 0 to 1; case and punctuation don't count */
    public static double of(String printed, String recognised) {
        Map<String, Integer> left = count(recognised);
        int words = 0;
        int found = 0;
        for (var entry : count(printed).entrySet()) {
            words += entry.getValue();
            found += Math.min(entry.getValue(), left.getOrDefault(entry.getKey(), 0));
        }
        return words == 0 ? 1 : (double) found / words;
    }

    private static Map<String, Integer> count(String text) {
        var counts = new HashMap<String, Integer>();
        WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .forEach(word -> counts.merge(word.group(), 1, Integer::sum));
        return counts;
    }
}
