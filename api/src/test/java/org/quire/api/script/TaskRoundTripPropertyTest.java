package org.quire.api.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.quire.workflows.job.Parameters;

class TaskRoundTripPropertyTest {

    @Property
    void canonicalFormParsesToTheSameTask(
            @ForAll("groups") List<String> inputs,
            @ForAll("groups") List<String> outputs,
            @ForAll("values") Map<String, String> values) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach(json::put);
        var task = new ProcessorTask(1, "ocrd-x", inputs, outputs, new Parameters(json));

        assertThat(WorkflowScript.parse(task.canonical()).tasks()).containsExactly(task);
    }

    @Property
    void wordsQuotedForAShellComeBackUnchanged(@ForAll("words") List<String> words) {
        String line = words.stream()
                .map(word -> "'" + word.replace("'", "'\"'\"'") + "'")
                .collect(Collectors.joining(" "));

        assertThat(ShellWords.split(line)).isEqualTo(words);
    }

    @Property
    void anyTextIsEitherParsedOrRefusedWithALineNumber(@ForAll String text) {
        WorkflowScript script = WorkflowScript.parse(text);

        assertThat(script.tasks().size() + script.faults().size()).isPositive();
        assertThat(script.faults())
                .allSatisfy(fault -> assertThat(fault).matches("(?s)(Line \\d+: .+|Workflow is invalid, empty\\.)"));
    }

    @Provide
    Arbitrary<List<String>> groups() {
        return Arbitraries.strings()
                .withChars("ABC-_ 0'\"")
                .ofMinLength(1)
                .ofMaxLength(8)
                .list()
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<Map<String, String>> values() {
        return Arbitraries.maps(
                        Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5),
                        Arbitraries.strings().withChars("a1 '\"\\{}#ſ,").ofMaxLength(8))
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<List<String>> words() {
        return Arbitraries.strings()
                .withChars("a '\"\\#\t")
                .ofMaxLength(6)
                .list()
                .ofMaxSize(5);
    }
}
