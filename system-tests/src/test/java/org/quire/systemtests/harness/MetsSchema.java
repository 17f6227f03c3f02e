package org.quire.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/** The schema of METS as OCR-D's validator brings it along. */
public final class MetsSchema {

    private final Schema schema;

    public MetsSchema() {
        try {
            schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(file().toFile());
        } catch (SAXException e) {
            throw new IllegalStateException("Expected a schema that can be used.", e);
        }
    }

    /** What is wrong with it; empty: it is valid. */
    public List<String> faults(MetsDocument mets) {
        try {
            schema.newValidator().validate(new DOMSource(mets.document()));
            return List.of();
        } catch (SAXException e) {
            return List.of("is not valid against the METS schema: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file() {
        Path libraries = TestEnvironment.processors().orElseThrow().resolveSibling("lib");
        try (Stream<Path> files =
                Files.find(libraries, 4, (path, attributes) -> path.endsWith("ocrd_validators/mets.xsd"))) {
            return files.findFirst()
                    .orElseThrow(() -> new IllegalStateException("Expected mets.xsd of ocrd below " + libraries + "."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
