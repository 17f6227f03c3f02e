package org.quire.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.cli.client.RunSubmission;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a run is to do. */
final class WorkOptions {

    @Option(
            names = {"-m", "--mets"},
            paramLabel = "METS",
            required = true,
            description = "the workspace's METS file")
    private Path mets = Path.of("mets.xml");

    @ArgGroup(multiplicity = "1")
    private Script script = new Script();

    @Option(
            names = {"-g", "--page-id"},
            paramLabel = "PAGES",
            description = "pages, as OCR-D writes them (default: all)")
    private String pages = "";

    @ArgGroup
    private Cut cut = new Cut();

    @Option(names = "--overwrite", description = "replace files of the output groups")
    private boolean overwrite;

    /** Absolute. */
    Path mets() {
        return mets.toAbsolutePath().normalize();
    }

    RunSubmission submission() {
        return new RunSubmission(mets().toString(), script.text(), pages, cut.pagesPerJob(), overwrite);
    }

    /** Where the tasks come from. */
    static final class Script {

        @Option(
                names = {"-w", "--workflow"},
                paramLabel = "FILE",
                description = "file with one task on each line")
        private @Nullable Path file;

        @Parameters(
                arity = "1..*",
                paramLabel = "TASK",
                description = "task, such as 'tesserocr-binarize -I OCR-D-IMG -O OCR-D-BIN'")
        private List<String> tasks = new ArrayList<>();

        String text() {
            if (file == null) {
                return String.join("\n", tasks) + "\n";
            }
            try {
                return Files.readString(file);
            } catch (NoSuchFileException e) {
                throw new BadInput("Expected a workflow file, but there is no " + file + ".");
            } catch (MalformedInputException e) {
                throw new BadInput("Expected a workflow file in UTF-8, but " + file + " is not.");
            } catch (IOException e) {
                throw new BadInput("The workflow file " + file + " can't be read: " + e.getMessage());
            }
        }
    }

    /** How many pages one job takes. */
    static final class Cut {

        @Option(names = "--page-wise", description = "one job for each page")
        private boolean pageWise;

        @Option(names = "--page-step", paramLabel = "N", description = "one job for N pages")
        private @Nullable Integer pageStep;

        @Option(names = "--whole-document", description = "one job for all pages")
        private boolean whole;

        @Nullable
        Integer pagesPerJob() {
            if (pageStep != null && pageStep < 1) {
                throw new BadInput("Expected --page-step from 1 up, but got " + pageStep + ".");
            }
            if (pageStep != null) {
                return pageStep;
            }
            if (whole) {
                return 0;
            }
            return pageWise ? Integer.valueOf(1) : null;
        }
    }
}
