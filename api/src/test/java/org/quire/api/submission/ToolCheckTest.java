package org.quire.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.api.processor.AgentType;
import org.quire.api.script.WorkflowScript;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.registry.WorkerHostEntry;
import org.quire.workflows.run.RunPlan.Kind;

class ToolCheckTest {

    private static List<String> faults(Kind kind, String tool, String script) throws Exception {
        var processor = new WorkerHostEntry.Processor(
                "ocrd-x", QuireData.mapper().readValue(tool, ObjectNode.class), Duration.ofMinutes(1), true, 1);
        return new ToolCheck(kind, AgentType.WORKER, Map.of("ocrd-x", processor))
                .faults(WorkflowScript.parse(script).tasks()).stream()
                        .map(fault -> fault.kind().status() + " " + fault.message())
                        .toList();
    }

    @Test
    void namesMissingWorkersAsOcrdDoes() throws Exception {
        assertThat(faults(Kind.WORKFLOW, "{}", "a -I A -O B\nx -I B -O C\nb -I C -O D\na -I D -O E"))
                .containsExactly("406 Workflow validation has failed. The desired Processing Worker was not found."
                        + " Missing Processing Workers: [{'ocrd-a'}, {'ocrd-b'}]");
        assertThat(faults(Kind.PROCESSOR, "{}", "a -I A -O B"))
                .containsExactly("422 Processing Worker 'ocrd-a' not found.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                          | x -I A      | expected at least 1 output file group(s), but got 0.",
                "{}                                          | x -O A      | expected at least 1 input file group(s), but got 0.",
                "{\"output_file_grp_cardinality\": [2, 3]}   | x -I A -O B | expected 2 to 3 output file group(s), but got 1.",
                "{\"input_file_grp_cardinality\": [1, 2]}    | x -I A,B,C -O D | expected 1 to 2 input file group(s), but got 3.",
                "{\"input_file_grp_cardinality\": [2, -1]}   | x -I A -O B | expected at least 2 input file group(s), but got 1."
            })
    void namesGroupsThatTheToolCantTake(String tool, String script, String expected) throws Exception {
        assertThat(faults(Kind.WORKFLOW, tool, script)).containsExactly("422 Line 1: ocrd-x: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                        | x -I A,B -O C,D",
                "{\"output_file_grp_cardinality\": 0}      | x -I A",
                "{\"output_file_grp_cardinality\": [0, 1]} | x -I A",
                "{\"input_file_grp_cardinality\": [1, -1]} | x -I A,B,C -O D"
            })
    void acceptsGroupsThatTheToolTakes(String tool, String script) throws Exception {
        assertThat(faults(Kind.WORKFLOW, tool, script)).isEmpty();
    }

    @Test
    void namesBadParametersWithTheirLine() throws Exception {
        assertThat(faults(Kind.WORKFLOW, "{}", "x -I A -O B -P no such"))
                .singleElement()
                .asString()
                .startsWith(
                        "400 Failed to validate processing job input against the tool json of processor: Line 1: ocrd-x:");
    }
}
