package org.quire.systemtests.harness;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** A workspace that a test may change. */
public record Book(Path folder) {

    private static final String METS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
              <mets:metsHdr CREATEDATE="2026-01-01T00:00:00">
                <mets:agent TYPE="OTHER" OTHERTYPE="SOFTWARE" ROLE="CREATOR"><mets:name>generated</mets:name></mets:agent>
              </mets:metsHdr>
              <mets:dmdSec ID="DMD">
                <mets:mdWrap MDTYPE="MODS"><mets:xmlData><mods:mods xmlns:mods="http://www.loc.gov/mods/v3">
                  <mods:identifier type="purl">http://example.org/generated</mods:identifier>
                </mods:mods></mets:xmlData></mets:mdWrap>
              </mets:dmdSec>
              <mets:fileSec>
                <mets:fileGrp USE="OCR-D-IMG">
            %s    </mets:fileGrp>
              </mets:fileSec>
              <mets:structMap TYPE="PHYSICAL">
                <mets:div TYPE="physSequence">
            %s    </mets:div>
              </mets:structMap>
            </mets:mets>
            """;
    private static final String FILE = """
                  <mets:file ID="OCR-D-IMG_%1$04d" MIMETYPE="image/png">
                    <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="OCR-D-IMG/OCR-D-IMG_%1$04d.png"/>
                  </mets:file>
            """;
    private static final String PAGE = """
                  <mets:div TYPE="page" ID="%2$s" ORDER="%1$d"><mets:fptr FILEID="OCR-D-IMG_%1$04d"/></mets:div>
            """;

    public Path mets() {
        return folder.resolve("mets.xml");
    }

    /** Tiny pages, {@code PHYS_0001} and so on. */
    public static Book generated(Path folder, int pages) {
        return withPages(
                folder,
                IntStream.rangeClosed(1, pages).mapToObj("PHYS_%04d"::formatted).toList());
    }

    /** Tiny pages with these ids. */
    public static Book withPages(Path folder, List<String> pageIds) {
        try {
            Path images = Files.createDirectories(folder.resolve("OCR-D-IMG"));
            byte[] image = tinyImage();
            var files = new StringBuilder();
            var pages = new StringBuilder();
            for (int page = 1; page <= pageIds.size(); page++) {
                Files.write(images.resolve("OCR-D-IMG_%04d.png".formatted(page)), image);
                files.append(FILE.formatted(page));
                pages.append(PAGE.formatted(page, pageIds.get(page - 1)));
            }
            Files.writeString(folder.resolve("mets.xml"), METS.formatted(files, pages));
            return new Book(folder.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of its METS. */
    public String text() {
        try {
            return Files.readString(mets());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the text of its METS, which must contain what is to be replaced. */
    public Book edit(UnaryOperator<String> change) {
        try {
            String before = text();
            String after = change.apply(before);
            if (after.equals(before)) {
                throw new IllegalArgumentException("Expected a change of " + mets() + ", but there is none.");
            }
            Files.writeString(mets(), after);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of a whole workspace. */
    public static Book copyOf(Path source, Path folder) {
        try (Stream<Path> entries = Files.walk(source)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                Path target = folder.resolve(source.relativize(entry).toString());
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entry, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            return new Book(folder.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The content of all files by name, without the private folders of jobs. */
    public Map<String, String> content() {
        var content = new TreeMap<String, String>();
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) entries.filter(Files::isRegularFile)::iterator) {
                String name = folder.relativize(file).toString();
                if (!name.startsWith(".quire/")) {
                    content.put(name, Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content;
    }

    /** The names of the files in the folder of a file group; empty if there is none. */
    public List<String> filesIn(String group) {
        Path groupFolder = folder.resolve(group);
        if (!Files.isDirectory(groupFolder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(groupFolder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] tinyImage() throws IOException {
        var image = new BufferedImage(60, 80, BufferedImage.TYPE_BYTE_GRAY);
        image.getRaster().setSample(30, 40, 0, 255);
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    /** Takes the lock that each writer of the METS takes, until it is closed: no commit comes to its end. */
    public FileChannel lock() {
        try {
            FileChannel channel = FileChannel.open(
                    folder.resolve(".mets.xml.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
