package org.quire.api.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Parameters;

class ParameterCheckTest {

    private static final String TOOL = """
            {"executable": "ocrd-x", "parameters": {
              "model": {"type": "string", "required": true, "content-type": "application/octet-stream", "cacheable": true},
              "level": {"type": "string", "enum": ["word", "line"], "default": "word"},
              "dpi": {"type": "number", "format": "float", "minimum": 1, "maximum": 600, "default": 0},
              "options": {"type": "object", "default": {}, "properties": {"a": {"type": "boolean", "required": true}}}
            }}""";

    private static ObjectNode json(String text) throws Exception {
        return QuireData.mapper().readValue(text, ObjectNode.class);
    }

    private static List<String> faults(String parameters) throws Exception {
        return ParameterCheck.faults(json(TOOL), new Parameters(json(parameters)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\"model\":\"m\"}", "{\"model\":\"m\",\"level\":\"line\",\"dpi\":300.5,\"options\":{\"a\":true}}"
            })
    void acceptsWhatTheToolDescribes(String parameters) throws Exception {
        assertThat(faults(parameters)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                | 'model'",
                "{\"model\":1}                     | model",
                "{\"model\":\"m\",\"level\":\"x\"} | level",
                "{\"model\":\"m\",\"dpi\":0}       | dpi",
                "{\"model\":\"m\",\"dpi\":601}     | dpi",
                "{\"model\":\"m\",\"mdoel\":1}     | mdoel",
                "{\"model\":\"m\",\"options\":[]}  | options"
            })
    void namesWhatTheToolForbids(String parameters, String named) throws Exception {
        assertThat(faults(parameters)).singleElement().asString().contains(named);
    }

    @Test
    void namesAllFaultsEachTimeAndLeavesTheToolAsItWas() throws Exception {
        ObjectNode tool = json(TOOL);
        var parameters = new Parameters(json("{\"dpi\":0,\"mdoel\":1}"));

        assertThat(ParameterCheck.faults(tool, parameters)).hasSize(3);
        assertThat(ParameterCheck.faults(tool, parameters)).hasSize(3);
        assertThat(tool).isEqualTo(json(TOOL));
    }

    @Test
    void forbidsEveryParameterOfAToolThatHasNone() throws Exception {
        assertThat(ParameterCheck.faults(json("{}"), new Parameters(json("{\"a\":1}"))))
                .hasSize(1);
        assertThat(ParameterCheck.faults(json("{}"), Parameters.NONE)).isEmpty();
    }

    @Test
    void leavesTheCheckToTheProcessorIfTheToolItselfIsFaulty() throws Exception {
        ObjectNode tool = json("{\"parameters\":{\"a\":{\"type\":\"string\",\"pattern\":\"(\"}}}");

        assertThat(ParameterCheck.faults(tool, new Parameters(json("{\"a\":\"x\"}"))))
                .isEmpty();
    }
}
