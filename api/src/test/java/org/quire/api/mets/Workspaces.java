package org.quire.api.mets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small workspace. */
final class Workspaces {

    private static final String METS = """
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink">
            <mets:metsHdr><mets:agent TYPE="OTHER" OTHERTYPE="SOFTWARE" ROLE="CREATOR"><mets:name>maker</mets:name>
            <mets:note xmlns:ocrd="https://ocr-d.de" ocrd:option="version"/><mets:note>free</mets:note></mets:agent></mets:metsHdr>
            <mets:dmdSec ID="D"><mets:mdWrap MDTYPE="MODS"><mets:xmlData><mods:mods xmlns:mods="http://www.loc.gov/mods/v3">
            <mods:identifier type="purl">http://example.org/book</mods:identifier></mods:mods></mets:xmlData></mets:mdWrap></mets:dmdSec>
            <mets:fileSec><mets:fileGrp USE="IMG"><mets:file ID="IMG_1" MIMETYPE="image/png">
            <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="IMG/1.png"/></mets:file>
            <mets:file ID="IMG_2" MIMETYPE="image/png"><mets:FLocat LOCTYPE="URL" xlink:href="http://example.org/2.png"/></mets:file>
            </mets:fileGrp></mets:fileSec>
            <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence"><mets:div TYPE="page" ID="P1"><mets:fptr FILEID="IMG_1"/></mets:div>
            <mets:div TYPE="page" ID="P2"><mets:fptr FILEID="IMG_2"/></mets:div></mets:div></mets:structMap></mets:mets>""";

    private Workspaces() {}

    /** The real path of its METS. */
    static Path make(Path folder) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("mets.xml"), METS).toRealPath();
    }
}
