package org.quire.cli;

import org.quire.workflows.run.RunState;

/** What a server says of a run with one step over two pages. */
final class RunJson {

    private RunJson() {}

    static String of(RunState state, int succeeded) {
        return of(state, succeeded, "[]");
    }

    static String of(RunState state, int succeeded, String failures) {
        return """
                {"run_id":"r1","kind":"WORKFLOW","state":"%s","workspace":"/m/mets.xml","page_id":"","pages":2,"units":2,
                 "page_wise":true,"depends_on":[],"steps":[{"step":1,"processor":"ocrd-dummy","input_file_grps":["A"],
                 "output_file_grps":["B"],"counts":{"SUCCESS":%d,"QUEUED":%d}}],"failures":%s,"in_hand":[],
                 "submitted_at":"2026-11-01T10:00:00Z","started_at":"2026-11-01T10:00:01Z","unknown":"new"}""".formatted(state, succeeded, 2 - succeeded, failures).replace("\n", "");
    }
}
