package org.quire.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quire.systemtests.harness.Book;
import org.quire.systemtests.harness.MetsDocument;
import org.quire.systemtests.harness.QuireSystem;
import org.quire.systemtests.harness.RequiresRealEngine;
import org.quire.systemtests.harness.SmallDisk;
import org.quire.systemtests.harness.TemporalDoor;

/** A workspace on a disk that is full to the last byte; {@code ./quire chaos} lets writes fail at random moments. */
@ExtendWith(RequiresRealEngine.class)
class FullDiskTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void aCommitWaitsForRoomOnTheDiskAndLeavesTheMetsWhole(QuireSystem quire) throws IOException {
        Path folder = quire.workspaces().resolve("full-disk");
        Optional<SmallDisk> mounted = SmallDisk.mount(folder);
        assumeThat(mounted).as("the right to mount a file system").isPresent();
        try (SmallDisk disk = mounted.orElseThrow();
                var temporal = new TemporalDoor(quire.temporalTarget())) {
            Book book = Book.generated(folder.resolve("book"), 2);
            String before = book.text();
            String run;
            try (var lock = book.lock()) {
                run = quire.client().submitPageWise(book.mets(), "dummy -I OCR-D-IMG -O OUT", "");
                await("a commit is under way")
                        .atMost(LONGEST)
                        .until(() -> quire.client()
                                                .run(run)
                                                .at("/steps/0/counts/SUCCESS")
                                                .asInt()
                                        == 2
                                && temporal.isCommitting(book, 1));
                disk.fill();
            }
            await("the commit finds no room and is tried again")
                    .atMost(LONGEST)
                    .until(() -> temporal.owner(book).describe().getRawDescription().getPendingActivitiesList().stream()
                            .filter(PendingActivityInfo::hasLastFailure)
                            .anyMatch(activity ->
                                    activity.getLastFailure().toString().contains("No space left on device")));
            assertThat(book.text()).isEqualTo(before);
            assertThat(quire.client().state(run)).isEqualTo("RUNNING");

            disk.makeRoom();

            quire.client().awaitSuccess(run, LONGEST);
            assertThat(MetsDocument.read(book.mets()).files("OUT")).hasSize(2);
            assertThat(book.folder().resolve(".quire")).doesNotExist();
        }
    }
}
