package org.quire.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTextTest {

    private static final String FRAME = """
            <?xml version="1.0" encoding="UTF-8"?>
            <pc:PcGts xmlns:pc="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">
              <pc:Page imageFilename="a.png" imageWidth="1" imageHeight="1">%s</pc:Page>
            </pc:PcGts>
            """;

    @TempDir
    Path folder;

    @Test
    void readsLinesOfRegionsInReadingOrder() throws IOException {
        String text = read("""
                <pc:ReadingOrder><pc:OrderedGroup id="o">
                  <pc:RegionRefIndexed index="0" regionRef="r2"/><pc:RegionRefIndexed index="1" regionRef="r1"/>
                </pc:OrderedGroup></pc:ReadingOrder>
                <pc:TextRegion id="r0"><pc:TextEquiv><pc:Unicode>unordered</pc:Unicode></pc:TextEquiv></pc:TextRegion>
                <pc:TextRegion id="r1">
                  <pc:TextLine id="l1"><pc:Word id="w"><pc:TextEquiv><pc:Unicode>word</pc:Unicode></pc:TextEquiv></pc:Word>
                    <pc:TextEquiv index="0"><pc:Unicode>last line</pc:Unicode></pc:TextEquiv>
                    <pc:TextEquiv index="1"><pc:Unicode>worse reading</pc:Unicode></pc:TextEquiv></pc:TextLine>
                  <pc:TextEquiv><pc:Unicode>region's own text</pc:Unicode></pc:TextEquiv>
                </pc:TextRegion>
                <pc:TextRegion id="r2">
                  <pc:TextLine id="l2"><pc:TextEquiv><pc:Unicode>first line</pc:Unicode></pc:TextEquiv></pc:TextLine>
                  <pc:TextLine id="l3"><pc:TextEquiv><pc:Unicode>second line</pc:Unicode></pc:TextEquiv></pc:TextLine>
                </pc:TextRegion>
                """);

        assertThat(text).isEqualTo("first line\nsecond line\n\nlast line\n\nunordered");
    }

    @Test
    void pageWithoutTextIsEmpty() throws IOException {
        assertThat(read("<pc:TextRegion id=\"r\"><pc:TextLine id=\"l\"/></pc:TextRegion>"))
                .isEmpty();
    }

    @Test
    void brokenFileIsNamed() {
        assertThatThrownBy(() -> read("<pc:TextRegion>"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("page.xml");
    }

    private String read(String content) throws IOException {
        return PageText.read(Files.writeString(folder.resolve("page.xml"), FRAME.formatted(content)));
    }
}
