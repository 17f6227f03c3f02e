package org.quire.mets.session;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAgent;
import org.quire.mets.MetsFile;

/** Which additions are taken: the rules of OCR-D's {@code OcrdMets.add_file}, and what keeps a METS valid. */
final class AdditionRules {

    private static final Pattern ID = Pattern.compile("[a-zA-Z_][\\w.-]*", Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern REMOTE = Pattern.compile("(?!file:)[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

    private AdditionRules() {}

    /** {@code ocrd workspace add} names a local file as its URL too. A METS that says so is read as having no URL at all. */
    static MetsFile meant(MetsFile file) {
        String url = file.url();
        if (url == null || REMOTE.matcher(url).matches()) {
            return file;
        }
        String path = file.localPath() == null ? url.replaceFirst("^file:(//)?", "") : file.localPath();
        return new MetsFile(file.id(), file.fileGroup(), file.mimetype(), file.pageId(), null, path);
    }

    /** Whether the file may be added; nothing is changed. */
    static AddOutcome judge(SessionIndex index, MetsFile file, boolean force) {
        Optional<String> fault = fault(index, file);
        if (fault.isPresent()) {
            return new AddOutcome.Invalid(fault.get());
        }
        MetsFile known = index.file(file.fileGroup(), file.id());
        if (known == null) {
            return new AddOutcome.Added(file);
        }
        boolean related = Objects.equals(known.pageId(), file.pageId())
                && known.mimetype().equals(file.mimetype());
        if (!related) {
            return conflict(known, "but unrelated - cannot mitigate");
        }
        return force ? new AddOutcome.Added(file) : conflict(known, "and neither force nor ignore are set");
    }

    /** What is wrong with an agent; empty: nothing. */
    static Optional<String> fault(MetsAgent agent) {
        Stream<@Nullable String> values =
                Stream.of(agent.name(), agent.type(), agent.role(), agent.otherRole(), agent.otherType());
        Stream<@Nullable String> notes =
                agent.notes().stream().flatMap(note -> Stream.<@Nullable String>of(note.option(), note.text()));
        return Stream.concat(values, notes)
                .flatMap(value -> unwritable("agent", value).stream())
                .findFirst();
    }

    private static Optional<String> fault(SessionIndex index, MetsFile file) {
        if (!ID.matcher(file.id()).matches()) {
            return Optional.of("Invalid syntax for mets:file/@ID " + file.id() + " (not an xs:ID)");
        }
        if (!ID.matcher(file.fileGroup()).matches()) {
            return Optional.of("Invalid syntax for mets:fileGrp/@USE " + file.fileGroup() + " (not an xs:ID)");
        }
        String page = file.pageId();
        if (page != null && !index.isPage(page) && !ID.matcher(page).matches()) {
            return Optional.of("Expected an existing page or a new one whose id is an xs:ID, but got '" + page + "'.");
        }
        return unwritable("mimetype", file.mimetype())
                .or(() -> unwritable("url", file.url()))
                .or(() -> unwritable("local_filename", file.localPath()))
                .or(() -> leavingWorkspace(file.localPath()));
    }

    private static Optional<String> leavingWorkspace(@Nullable String localPath) {
        if (localPath == null) {
            return Optional.empty();
        }
        Path path = Path.of(localPath).normalize();
        return path.isAbsolute() || path.startsWith("..")
                ? Optional.of("Expected a local_filename inside the workspace, relative to its folder, but got '"
                        + localPath + "'.")
                : Optional.empty();
    }

    private static Optional<String> unwritable(String what, @Nullable String value) {
        boolean writable = value == null || value.codePoints().allMatch(AdditionRules::isXml);
        return writable
                ? Optional.empty()
                : Optional.of("Expected characters that XML allows, but the " + what + " has others.");
    }

    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c >= 0x10000;
    }

    private static AddOutcome conflict(MetsFile known, String why) {
        String entry = "<OcrdFile fileGrp=" + known.fileGroup() + " ID=" + known.id() + ", mimetype=" + known.mimetype()
                + ", url=" + orDashes(known.url()) + ", local_filename=" + orDashes(known.localPath()) + "]/>";
        return new AddOutcome.Conflict("A file with ID==" + known.id() + " already exists " + entry + " " + why);
    }

    private static String orDashes(@Nullable String value) {
        return value == null ? "---" : value;
    }
}
