package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.ChildProcess;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.MetsDocument.Entry;
import org.quire.systemtests.harness.TestEnvironment;
import org.xmlunit.assertj3.XmlAssert;

/**
 * What a run of a script has to leave in a workspace.
 *
 * @param original the METS as it was before
 * @param steps output group and processor of each step, the last one recognising text
 */
record OcrResult(Book book, MetsDocument original, List<Step> steps) {

    private static final Pattern TEXT = Pattern.compile("<(?:\\w+:)?Unicode>([^<]*)</");
    private static final String VALIDATE = """
            import sys
            from lxml import etree
            from ocrd_validators.xsd_mets_validator import XsdMetsValidator
            report = XsdMetsValidator.validate(etree.parse(sys.argv[1]))
            print(report.to_xml())
            sys.exit(0 if report.is_valid else 1)
            """;

    record Step(String outputGroup, String processor) {}

    /** The recognised text of the last step, page by page. */
    List<String> texts() {
        return pageXml(steps.getLast().outputGroup()).stream()
                .map(entry -> text(book.folder().resolve(entry.path())))
                .toList();
    }

    void assertComplete() {
        var mets = MetsDocument.read(book.mets());
        for (Step step : steps) {
            assertEachFileOnce(mets, step.outputGroup());
            assertThat(mets.agents().stream().filter(name -> name.startsWith(step.processor() + " v")))
                    .as("agents of " + step.processor())
                    .hasSize(1);
        }
        assertThat(texts())
                .hasSameSizeAs(original.pages())
                .allSatisfy(text -> assertThat(text).isNotBlank());
        assertOtherwiseAsBefore();
        assertValidAgainstSchema();
    }

    private void assertEachFileOnce(MetsDocument mets, String group) {
        List<Entry> files = mets.files(group);
        assertThat(files).as(group).extracting(Entry::id).doesNotHaveDuplicates();
        assertThat(files).as(group).allSatisfy(file -> assertThat(file.pages()).hasSize(1));
        assertThat(files.stream().map(file -> Path.of(file.path()).getFileName().toString()))
                .as("entries and files of " + group)
                .containsExactlyInAnyOrderElementsOf(book.filesIn(group));
        assertThat(pageXml(group).stream().map(file -> file.pages().getFirst()))
                .as("pages of " + group)
                .containsExactlyInAnyOrderElementsOf(original.pages());
    }

    private List<Entry> pageXml(String group) {
        return MetsDocument.read(book.mets()).files(group).stream()
                .filter(file -> file.path().endsWith(".xml"))
                .toList();
    }

    private void assertOtherwiseAsBefore() {
        Set<String> groups = new HashSet<>();
        Set<String> processors = new HashSet<>();
        steps.forEach(step -> {
            groups.add(step.outputGroup());
            processors.add(step.processor());
        });
        XmlAssert.assertThat(MetsDocument.read(book.mets())
                        .without(groups, processors)
                        .document())
                .and(original.document())
                .ignoreWhitespace()
                .areIdentical();
    }

    /** By OCR-D's own validator and the schema that it brings. */
    private void assertValidAgainstSchema() {
        Path python = TestEnvironment.processors().orElseThrow().resolve("python3");
        try {
            Path log = Files.createTempFile("mets-validation", ".log");
            var validation = ChildProcess.start(
                    "METS validation",
                    List.of(python.toString(), "-c", VALIDATE, book.mets().toString()),
                    Map.of("GIT_PYTHON_REFRESH", "quiet"),
                    log);
            int exit = validation.waitFor(Duration.ofSeconds(60));
            assertThat(exit).as(Files.readString(log)).isZero();
            Files.delete(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path pageXml) {
        try {
            var words = new ArrayList<String>();
            Matcher matcher = TEXT.matcher(Files.readString(pageXml));
            while (matcher.find()) {
                words.add(matcher.group(1));
            }
            return String.join(" ", words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
