package org.quire.mets;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** One addition as a line of a journal: checksum, kind and fields, between tabs. */
final class JournalLine {

    private static final String FILE = "F";
    private static final String AGENT = "A";
    private static final String NULL = "\\-";
    private static final int FILE_FIELDS = 7;
    private static final int AGENT_FIELDS = 6;
    private static final int CHECKSUM = 8;

    private JournalLine() {}

    static String of(MetsFile file) {
        return line(FILE, file.fileGroup(), file.id(), file.mimetype(), file.pageId(), file.url(), file.localPath());
    }

    static String of(MetsAgent agent) {
        List<@Nullable String> fields = new ArrayList<>();
        fields.add(AGENT);
        fields.add(agent.name());
        fields.add(agent.type());
        fields.add(agent.role());
        fields.add(agent.otherRole());
        fields.add(agent.otherType());
        for (MetsAgent.Note note : agent.notes()) {
            fields.add(note.option());
            fields.add(note.text());
        }
        return line(fields.toArray(String[]::new));
    }

    /**
     * The addition of a line without its line feed; null: the line was never wholly written.
     *
     * @throws MetsException if it is whole and yet means nothing to this version
     */
    static @Nullable MetsAddition parse(byte[] line) {
        if (line.length <= CHECKSUM || line[CHECKSUM] != '\t') {
            return null;
        }
        String written = new String(line, 0, CHECKSUM, StandardCharsets.US_ASCII);
        String payload = new String(line, CHECKSUM + 1, line.length - CHECKSUM - 1, StandardCharsets.UTF_8);
        if (!written.equals(checksum(payload))) {
            return null;
        }
        String[] fields = payload.split("\t", -1);
        if (fields[0].equals(FILE) && fields.length == FILE_FIELDS) {
            return new MetsAddition(List.of(file(fields)), List.of());
        }
        if (fields[0].equals(AGENT) && fields.length >= AGENT_FIELDS && fields.length % 2 == 0) {
            return new MetsAddition(List.of(), List.of(agent(fields)));
        }
        throw new MetsException("Expected a journal of this version's additions, but it has '" + fields[0] + "' with "
                + fields.length + " fields. A newer Quire wrote it: let that one save the METS.");
    }

    private static MetsFile file(String[] fields) {
        return new MetsFile(
                value(fields[2]),
                value(fields[1]),
                value(fields[3]),
                optional(fields[4]),
                optional(fields[5]),
                optional(fields[6]));
    }

    private static MetsAgent agent(String[] fields) {
        List<MetsAgent.Note> notes = new ArrayList<>();
        for (int i = AGENT_FIELDS; i < fields.length; i += 2) {
            notes.add(new MetsAgent.Note(optional(fields[i]), value(fields[i + 1])));
        }
        return new MetsAgent(
                value(fields[1]),
                optional(fields[2]),
                optional(fields[3]),
                optional(fields[4]),
                optional(fields[5]),
                notes);
    }

    private static String line(@Nullable String... fields) {
        StringBuilder payload = new StringBuilder();
        for (String field : fields) {
            payload.append(payload.isEmpty() ? "" : "\t").append(field == null ? NULL : escaped(field));
        }
        return checksum(payload.toString()) + "\t" + payload + "\n";
    }

    private static String checksum(String payload) {
        CRC32 sum = new CRC32();
        sum.update(payload.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private static String escaped(String field) {
        return field.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static @Nullable String optional(String field) {
        return field.equals(NULL) ? null : value(field);
    }

    private static String value(String field) {
        if (field.indexOf('\\') < 0) {
            return field;
        }
        StringBuilder out = new StringBuilder(field.length());
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c != '\\' || i + 1 == field.length()) {
                out.append(c);
                continue;
            }
            char escape = field.charAt(++i);
            out.append(escape == 't' ? '\t' : escape == 'n' ? '\n' : escape == 'r' ? '\r' : escape);
        }
        return out.toString();
    }
}
