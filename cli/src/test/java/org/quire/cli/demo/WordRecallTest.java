package org.quire.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordRecallTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the old shelf   | The old, shelf!     | 1",
                "the old shelf   | more than the old shelf | 1",
                "the old the new | the old new         | 0.75",
                "a b c d         | d x y z             | 0.25",
                "some words      | ''                  | 0",
                "''              | anything            | 1"
            })
    void countsEachWordAsOftenAsItIsPrinted(String printed, String recognised, double recall) {
        assertThat(WordRecall.of(printed, recognised)).isEqualTo(recall);
    }
}
