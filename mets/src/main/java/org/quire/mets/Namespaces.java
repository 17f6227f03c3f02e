package org.quire.mets;

/** XML namespaces of a METS in OCR-D. */
final class Namespaces {

    static final String METS = "http://www.loc.gov/METS/";
    static final String MODS = "http://www.loc.gov/mods/v3";
    static final String XLINK = "http://www.w3.org/1999/xlink";
    static final String OCRD = "https://ocr-d.de";

    private Namespaces() {}
}
