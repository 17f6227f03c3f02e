package org.quire.activities.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quire.mets.MetsFile;

class LandingPlaceTest {

    /** Names that ocrd 3.13.3's {@code Workspace.download_file} gave. */
    @ParameterizedTest
    @CsvSource({
        "IMG_1, image/tiff, IMG/IMG_1.tif",
        "IMG_1, image/jpg, IMG/IMG_1.jpg",
        "IMG_1, application/vnd.prima.page+xml, IMG/IMG_1.xml",
        "IMG_1, application/gzip, IMG/IMG_1.tar.gz",
        "IMG_1, image/webp, IMG/IMG_1",
        "FILE.0001, image/jp2, IMG/FILE.0001.jp2"
    })
    void namesFilesAsOcrdDoes(String id, String mimetype, String place) throws FetchRefused {
        assertThat(LandingPlace.of(new MetsFile(id, "IMG", mimetype, "P1", "http://h/x", null)))
                .isEqualTo(Path.of(place));
    }

    @ParameterizedTest
    @CsvSource({"'', A", "/abs, A", ".quire, A", "../other, A", "IMG, ''", "IMG, a/b", "IMG, .hidden"})
    void refusesNamesThatLeadElsewhere(String group, String id) {
        assertThatThrownBy(() -> LandingPlace.of(new MetsFile(id, group, "image/tiff", "P1", "http://h/x", null)))
                .isInstanceOf(FetchRefused.class)
                .hasMessageContaining("'" + id + "'");
    }

    @ParameterizedTest
    @CsvSource({"scans/a.tif, scans/a.tif", "/elsewhere/a.tif, IMG/A.tif", "../a.tif, IMG/A.tif"})
    void keepsAPathInsideTheWorkspace(String known, String place) throws FetchRefused {
        assertThat(LandingPlace.of(new MetsFile("A", "IMG", "image/tiff", "P1", "http://h/x", known)))
                .isEqualTo(Path.of(place));
    }

    @Test
    void refusesWhatNoFileSystemTakes() {
        assertThatThrownBy(() -> LandingPlace.of(new MetsFile("a\0b", "IMG", "image/tiff", "P1", "http://h/x", null)))
                .isInstanceOf(FetchRefused.class);
    }
}
