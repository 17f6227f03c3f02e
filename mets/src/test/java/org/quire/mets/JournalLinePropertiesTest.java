package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any addition comes out of its line as it went in. */
class JournalLinePropertiesTest {

    private static Arbitrary<String> texts() {
        Arbitrary<String> odd = Arbitraries.of("\t", "\n", "\r", "\\", "\\-", "\\n", "-", "", " ", "ä", "\u2028", "𝄞");
        return odd.list().ofMaxSize(5).map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<MetsFile> files() {
        return Combinators.combine(
                        texts(),
                        texts(),
                        texts(),
                        texts().injectNull(0.2),
                        texts().injectNull(0.2),
                        texts().injectNull(0.2))
                .as(MetsFile::new);
    }

    @Provide
    Arbitrary<MetsAgent> agents() {
        Arbitrary<MetsAgent.Note> notes =
                Combinators.combine(texts().injectNull(0.2), texts()).as(MetsAgent.Note::new);
        return Combinators.combine(
                        texts(),
                        texts().injectNull(0.2),
                        texts().injectNull(0.2),
                        texts().injectNull(0.2),
                        texts().injectNull(0.2),
                        notes.list().ofMaxSize(3))
                .as(MetsAgent::new);
    }

    @Property
    void ofFiles(@ForAll("files") MetsFile file) {
        assertThat(parsed(JournalLine.of(file))).isEqualTo(new MetsAddition(List.of(file), List.of()));
    }

    @Property
    void ofAgents(@ForAll("agents") MetsAgent agent) {
        assertThat(parsed(JournalLine.of(agent))).isEqualTo(new MetsAddition(List.of(), List.of(agent)));
    }

    private static MetsAddition parsed(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        assertThat(bytes).endsWith((byte) '\n').containsOnlyOnce((byte) '\n');
        return JournalLine.parse(Arrays.copyOf(bytes, bytes.length - 1));
    }
}
