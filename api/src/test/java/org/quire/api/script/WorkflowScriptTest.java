package org.quire.api.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowScriptTest {

    private static ProcessorTask task(String line) {
        WorkflowScript script = WorkflowScript.parse(line);
        assertThat(script.faults()).isEmpty();
        return script.tasks().getFirst();
    }

    private static List<String> faults(String text) {
        return WorkflowScript.parse(text).faults();
    }

    @Test
    void readsOneTaskPerLineAndSkipsBlankOnes() {
        WorkflowScript script = WorkflowScript.parse(
                "\uFEFFtesserocr-binarize -I OCR-D-IMG -O BIN\r\n \t\n\ndummy -I BIN,OCR-D-IMG -I X -O A,B\u2028dummy -I A -O C\n");

        assertThat(script.faults()).isEmpty();
        assertThat(script.tasks()).extracting(ProcessorTask::line).containsExactly(1, 4, 5);
        assertThat(script.tasks())
                .extracting(ProcessorTask::processor)
                .containsExactly("ocrd-tesserocr-binarize", "ocrd-dummy", "ocrd-dummy");
        assertThat(script.tasks().get(1).inputGroups()).containsExactly("BIN", "OCR-D-IMG", "X");
        assertThat(script.tasks().get(1).outputGroups()).containsExactly("A", "B");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x -P a true                     | {\"a\":true}",
                "x -P a 0.5 -P b [1]             | {\"a\":0.5,\"b\":[1]}",
                "x -P a foo                      | {\"a\":\"foo\"}",
                "x -P a ''                       | {\"a\":\"\"}",
                "x -P a '1 2'                    | {\"a\":\"1 2\"}",
                "x -P a \"say \\\"hi\\\"\"       | {\"a\":\"say \\\"hi\\\"\"}",
                "x -p '{\"a\": 1}' -P a 2        | {\"a\":2}",
                "x -P a 2 -p '{\"a\": 1}'        | {\"a\":1}",
                "x -p '{\"a\": 1}' -p '{\"b\": null}' | {\"a\":1,\"b\":null}",
                "x -p ''                         | {}",
                "x -P a b\\ c                    | {\"a\":\"b c\"}",
                "x -P a 'ſ ü'                    | {\"a\":\"ſ ü\"}"
            })
    void takesParametersInOrder(String line, String expected) {
        assertThat(task(line).parameters()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x -I                    | Expected file groups after -I, but the line ends.",
                "x -I A,,B               | Expected file groups separated by single commas after -I, but one is empty.",
                "x -P a                  | Expected a value after -P a, but the line ends.",
                "x -P                    | Expected a parameter's name after -P, but the line ends.",
                "x -p                    | Expected a JSON object after -p, but the line ends.",
                "x -m mets.xml           | remaining: '-m'. Expected one of -I, -O, -p and -P.",
                "x -I A # why            | remaining: '#'",
                "# a comment             | Expected a task, but got a comment",
                "ocrd-dummy -I A -O B    | Expected a processor's name without 'ocrd-', but got 'ocrd-dummy'.",
                "../x -I A               | Expected a processor's name, but got '../x'.",
                "x -p /etc/passwd        | Files are not read on the server",
                "x -p [1]                | Expected a JSON object after -p",
                "x -P a 'b               | Expected a closing ' but the line ends.",
                "x -P a \"b              | Expected a closing \" but the line ends.",
                "x -I A \\               | Expected a character after the backslash at the end"
            })
    void saysWhatIsWrongWithALine(String line, String expected) {
        assertThat(faults("\n" + line))
                .singleElement()
                .asString()
                .startsWith("Line 2: ")
                .contains(expected);
    }

    @Test
    void namesEveryBadLine() {
        assertThat(faults("x -I\nx -I A -O B\nx -p 1"))
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("Line 1:"),
                        third -> assertThat(third).startsWith("Line 3:"));
    }

    @Test
    void refusesAScriptWithoutTasks() {
        assertThat(faults(" \n\n")).containsExactly("Workflow is invalid, empty.");
    }
}
