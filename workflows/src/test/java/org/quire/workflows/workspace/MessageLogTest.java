package org.quire.workflows.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceMessage.Deliver;
import org.quire.workflows.workspace.WorkspaceMessage.Finish;
import org.quire.workflows.workspace.WorkspaceMessage.Register;

class MessageLogTest {

    private static final RunId RUN = new RunId("a");

    private final MessageLog log = new MessageLog();

    @Property(tries = 100)
    void eachMessageIsActedOnOnceInOrderHoweverItArrives(@ForAll long seed) {
        MessageLog tested = new MessageLog();
        List<WorkspaceMessage> sent = new ArrayList<>();
        LongStream.rangeClosed(2, 12).forEach(number -> {
            sent.add(deliver(number));
            sent.add(deliver(number));
        });
        Collections.shuffle(sent, new Random(seed));
        List<Long> seen = new ArrayList<>();
        tested.accept(register(1)).forEach(message -> seen.add(message.sequence()));

        sent.forEach(message -> tested.accept(message).forEach(due -> seen.add(due.sequence())));

        assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 12).boxed().toList());
    }

    @Test
    void lateRepetitionOfARegistrationDoesNotReviveAFinishedRun() {
        log.accept(register(1));
        log.accept(new Finish(RUN, 2));
        log.close(RUN);

        assertThat(log.accept(register(1))).isEmpty();
        assertThat(log.isOpen(RUN)).isFalse();
    }

    @Test
    void registrationThatArrivesAfterTheWithdrawalIsIgnored() {
        assertThat(log.accept(new Finish(RUN, 2))).hasSize(1);

        assertThat(log.accept(register(1))).isEmpty();
    }

    @Test
    void deliveryOfAnUnknownRunIsActedOn() {
        assertThat(log.accept(deliver(7))).hasSize(1);
        assertThat(log.accept(deliver(7))).isEmpty();
    }

    private static Register register(long sequence) {
        return new Register(RUN, sequence, List.of(), List.of("BIN"), new PageUnits(List.of("p1"), 1, true), List.of());
    }

    private static Deliver deliver(long sequence) {
        return new Deliver(RUN, sequence, List.of(), List.of());
    }
}
