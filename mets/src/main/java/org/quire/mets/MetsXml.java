package org.quire.mets;

import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes METS elements in the manner of OCR-D, each on a line of its own, in the prefixes and line ends of its document. */
final class MetsXml {

    private final String prefix;
    private final String xlink;
    private final String newline;
    private final String unit;
    private final XmlEscape escape;
    private final StringBuilder out;

    /**
     * @param prefix of METS with its colon; empty: METS is the default namespace
     * @param xlinkPrefix null: not declared in the document
     * @param unit one step of indentation
     */
    MetsXml(String prefix, @Nullable String xlinkPrefix, String newline, String unit, Charset charset) {
        this(
                prefix,
                xlinkPrefix == null ? "xmlns:xlink=\"" + Namespaces.XLINK + "\" xlink:" : xlinkPrefix + ":",
                newline,
                unit,
                new XmlEscape(charset),
                new StringBuilder());
    }

    private MetsXml(String prefix, String xlink, String newline, String unit, XmlEscape escape, StringBuilder out) {
        this.prefix = prefix;
        this.xlink = xlink;
        this.newline = newline;
        this.unit = unit;
        this.escape = escape;
        this.out = out;
    }

    /** One that writes in the same manner into a text of its own. */
    MetsXml fresh() {
        return new MetsXml(prefix, xlink, newline, unit, escape, new StringBuilder());
    }

    String newline() {
        return newline;
    }

    String unit() {
        return unit;
    }

    String escapedAttribute(String value) {
        return escape.attribute(value);
    }

    String escapedText(String value) {
        return escape.text(value);
    }

    @Override
    public String toString() {
        return out.toString();
    }

    MetsXml raw(CharSequence xml) {
        out.append(xml);
        return this;
    }

    /** Begins an element; attribute names and values follow each other, those with a null value are left out. */
    MetsXml open(String indent, String name, @Nullable String... attributes) {
        return start(indent, name, attributes).raw(">");
    }

    MetsXml empty(String indent, String name, @Nullable String... attributes) {
        return start(indent, name, attributes).raw("/>");
    }

    MetsXml close(String indent, String name) {
        return raw(newline + indent + "</" + prefix + name + ">");
    }

    MetsXml agent(String indent, MetsAgent agent) {
        open(
                indent,
                "agent",
                "TYPE",
                agent.type(),
                "OTHERTYPE",
                agent.otherType(),
                "ROLE",
                agent.role(),
                "OTHERROLE",
                agent.otherRole());
        start(indent + unit, "name").raw(">" + escape.text(agent.name()) + "</" + prefix + "name>");
        for (MetsAgent.Note note : agent.notes()) {
            start(indent + unit, "note");
            if (note.option() != null) {
                raw(" xmlns:ocrd=\"" + Namespaces.OCRD + "\" ocrd:option=\"" + escape.attribute(note.option()) + "\"");
            }
            raw(note.text().isEmpty() ? "/>" : ">" + escape.text(note.text()) + "</" + prefix + "note>");
        }
        return close(indent, "agent");
    }

    MetsXml group(String indent, String use, List<MetsFile> files) {
        open(indent, "fileGrp", "USE", use);
        files.forEach(file -> file(indent + unit, file));
        return close(indent, "fileGrp");
    }

    MetsXml file(String indent, MetsFile file) {
        start(indent, "file", "ID", file.id(), "MIMETYPE", file.mimetype());
        Fixity fixity = file.fixity();
        if (fixity != null && !fixity.equals(Fixity.UNKNOWN)) {
            attributes(
                    "SIZE",
                    fixity.size() < 0 ? null : Long.toString(fixity.size()),
                    "CHECKSUM",
                    fixity.sha256(),
                    "CHECKSUMTYPE",
                    Fixity.TYPE);
        }
        if (file.url() == null && file.localPath() == null) {
            return raw("/>");
        }
        raw(">");
        remoteLocation(indent + unit, file.url());
        localLocation(indent + unit, file.localPath());
        return close(indent, "file");
    }

    /** @param url null: nothing is written */
    MetsXml remoteLocation(String indent, @Nullable String url) {
        return location(indent, url, "LOCTYPE", "URL");
    }

    /** @param path null: nothing is written */
    MetsXml localLocation(String indent, @Nullable String path) {
        return location(indent, path, "LOCTYPE", "OTHER", "OTHERLOCTYPE", "FILE");
    }

    MetsXml pointer(String indent, String fileId) {
        return empty(indent, "fptr", "FILEID", fileId);
    }

    private MetsXml location(String indent, @Nullable String href, String... types) {
        return href == null
                ? this
                : start(indent, "FLocat", types).raw(" " + xlink + "href=\"" + escape.attribute(href) + "\"/>");
    }

    private MetsXml start(String indent, String name, @Nullable String... attributes) {
        return raw(newline + indent + "<" + prefix + name).attributes(attributes);
    }

    private MetsXml attributes(@Nullable String... attributes) {
        for (int i = 0; i < attributes.length; i += 2) {
            String value = attributes[i + 1];
            if (value != null) {
                raw(" " + attributes[i] + "=\"" + escape.attribute(value) + "\"");
            }
        }
        return this;
    }
}
