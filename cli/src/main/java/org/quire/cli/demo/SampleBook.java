package org.quire.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.quire.mets.Mets;
import org.quire.mets.MetsFile;

/**
 * A copy of the sample book.
 *
 * @param sample the folder it was copied from
 * @param folder the copy: an OCR-D workspace
 */
public record SampleBook(Path sample, Path folder) {

    private static final String METS = "mets.xml";
    private static final String WORKFLOW = "workflow.txt";
    private static final String IMAGES = "OCR-D-IMG";
    private static final String RECOGNISED = "OCR-D-OCR";
    private static final String PAGE_XML = "application/vnd.prima.page+xml";

    /**
     * A page after the run.
     *
     * @param printed what is on the page
     * @param recognised what the workflow read
     */
    public record Page(String id, String printed, String recognised) {

        /** @return 0 to 1 */
        public double recall() {
            return WordRecall.of(printed, recognised);
        }
    }

    /** Copies what a run needs into a new folder. */
    public static SampleBook copy(Path sample, Path folder) throws IOException {
        Files.createDirectories(folder.resolve(IMAGES));
        Files.copy(sample.resolve(METS), folder.resolve(METS));
        Files.copy(sample.resolve(WORKFLOW), folder.resolve(WORKFLOW));
        try (Stream<Path> images = Files.list(sample.resolve(IMAGES))) {
            for (Path image : images.toList()) {
                Files.copy(
                        image,
                        folder.resolve(IMAGES).resolve(image.getFileName().toString()));
            }
        }
        return new SampleBook(sample, folder);
    }

    public Path mets() {
        return folder.resolve(METS);
    }

    public String workflow() throws IOException {
        return Files.readString(folder.resolve(WORKFLOW));
    }

    /** What the run made of each page; a page without a result has an empty text. */
    public List<Page> pages() throws IOException {
        Mets mets = Mets.read(mets());
        var pages = new ArrayList<Page>();
        for (String id : mets.pageIds()) {
            String printed = Files.readString(sample.resolve("text").resolve(id + ".txt"));
            var recognised = new StringBuilder();
            for (MetsFile file : mets.files(RECOGNISED, id)) {
                if (PAGE_XML.equals(file.mimetype()) && file.localPath() != null) {
                    recognised.append(PageText.read(folder.resolve(file.localPath())));
                }
            }
            pages.add(new Page(id, printed, recognised.toString()));
        }
        return pages;
    }
}
