package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.api.script.WorkflowScript;

class GroupCheckTest {

    private static List<String> faults(String script) {
        return GroupCheck.faults(WorkflowScript.parse(script.replace(";", "\n")).tasks(), List.of("IMG", "GT")).stream()
                .map(fault -> fault.kind() + " " + fault.message())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a -I IMG -O B; b -I B,GT -O C; c -I B -O D; d -I C,D -O E",
                "a -I IMG -O OCR-D.Bin_2",
                "a -I IMG; b -I GT -O Ü1"
            })
    void acceptsInputsOfTheMetsAndOfEarlierSteps(String script) {
        assertThat(faults(script)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a -I X -O B | INPUT_MISSING Input file group 'X' of the first processor not found: [IMG, GT]",
                "a -I IMG -O B; b -I C -O D; c -I IMG -O C | INPUT_MISSING Line 2: ocrd-b: input file group 'C' is neither",
                "a -I IMG -O B; b -I IMG -O B | already made by line 1.",
                "a -I IMG -O B,B | already made by the same step.",
                "a -I IMG -O IMG | is read by this or an earlier step",
                "a -I GT -O B; b -I B -O GT | is read by this or an earlier step",
                "a -I IMG -O ../../etc | expected an output file group of letters",
                "a -I IMG -O .quire | expected an output file group of letters",
                "a -I IMG -O a/b | expected an output file group of letters"
            })
    void namesWhatDoesNotFit(String script, String expected) {
        assertThat(faults(script)).anySatisfy(fault -> assertThat(fault).contains(expected));
    }

    @Test
    void doesNotMissInputsWhenTheMetsIsUnknown() {
        assertThat(GroupCheck.faults(WorkflowScript.parse("a -I X -O Y").tasks(), null))
                .isEmpty();
    }
}
