package org.quire.systemtests.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.quire.systemtests.harness.Recorder;

/**
 * A run to be submitted: two chains of two steps each, by {@code ocrd-recorder} and {@code ocrd-dummy}. No two calls of the first write
 * the same.
 *
 * @param suffix of its output groups
 * @param overwrite whether an earlier run has made these groups
 */
record Order(String suffix, Form form, boolean overwrite) {

    static final String INPUT = "OCR-D-IMG";

    private static final List<String> CHAINS = List.of("R", "D", "S", "E");

    /** How many pages one job takes. */
    enum Form {
        PAGE_WISE,
        TWO_PAGES,
        WHOLE_DOCUMENT
    }

    static Order any(Random random, String suffix) {
        int form = random.nextInt(6);
        return new Order(suffix, form == 0 ? Form.WHOLE_DOCUMENT : form == 1 ? Form.TWO_PAGES : Form.PAGE_WISE, false);
    }

    /** The same once more, over what it has made. */
    Order again() {
        return new Order(suffix, form, true);
    }

    List<String> outputGroups() {
        return CHAINS.stream().map(chain -> chain + suffix).toList();
    }

    /** @param record where calls of the recorder are recorded */
    String script(Path record) {
        var recorder = new Recorder(record);
        ObjectNode parameters = Recorder.parameters().put("unique", true).put("seconds", 0.2);
        return String.join(
                "\n",
                recorder.task(INPUT, "R" + suffix, parameters.deepCopy()),
                "dummy -I " + INPUT + " -O D" + suffix,
                recorder.task("R" + suffix, "S" + suffix, parameters.deepCopy()),
                "dummy -I D" + suffix + " -O E" + suffix);
    }

    Map<String, String> query() {
        var query = new LinkedHashMap<String, String>();
        query.put("page_wise", form == Form.PAGE_WISE ? "True" : "False");
        if (form == Form.TWO_PAGES) {
            query.put("page_step", "2");
        }
        query.put("overwrite", Boolean.toString(overwrite));
        return query;
    }
}
