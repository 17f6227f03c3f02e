package org.quire.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import org.quire.api.run.RunDetails;
import org.quire.cli.client.Answer;
import org.quire.cli.client.QuireClient;
import org.quire.cli.client.RequestRefused;
import org.quire.cli.client.ServerFailed;

/** Follows a run to its end. Ctrl-C cancels the run, a second one stops it; both wait for its end. */
final class RunFollower {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int MOST_LOST_ANSWERS = 60;
    private static final int FAILURES_SHOWN = 20;

    private final QuireClient client;
    private final ProgressDisplay display;
    private final Clock clock;
    private int presses;
    private int lostAnswers;

    RunFollower(QuireClient client, PrintWriter out, Terminal terminal, Clock clock) {
        this.client = client;
        this.display = new ProgressDisplay(out, terminal);
        this.clock = clock;
    }

    /** @throws ServerFailed if the server is gone for long */
    Answer<RunDetails> follow(String runId) {
        try (var interrupts = new Interrupts()) {
            while (true) {
                try {
                    Answer<RunDetails> answer = client.run(runId);
                    lostAnswers = 0;
                    display.show(answer.value(), clock.instant());
                    if (answer.value().state().isTerminal()) {
                        display.end();
                        tellEnd(answer.value());
                        return answer;
                    }
                } catch (ServerFailed e) {
                    // A server that restarts keeps its runs, so that it pays to wait for it.
                    if (++lostAnswers > MOST_LOST_ANSWERS) {
                        throw e;
                    }
                }
                if (interrupts.await(BETWEEN_LOOKS)) {
                    end(runId);
                }
            }
        }
    }

    private void end(String runId) {
        presses++;
        try {
            if (presses == 1) {
                client.cancel(runId);
                display.say("Cancelling the run; jobs that run now may end. Ctrl-C once more stops them.");
            } else {
                client.stop(runId);
                display.say("Stopping the run.");
            }
        } catch (RequestRefused | ServerFailed e) {
            display.say(String.valueOf(e.getMessage()));
        }
    }

    private void tellEnd(RunDetails run) {
        if (run.reason() != null) {
            display.say(run.state() + ": " + run.reason());
        }
        run.failures().stream()
                .limit(FAILURES_SHOWN)
                .forEach(failure -> display.say("%s on %s: %s (quire logs %s)"
                        .formatted(
                                failure.processor(),
                                String.join(", ", failure.pages()),
                                failure.reason(),
                                failure.jobId())));
        if (run.failures().size() > FAILURES_SHOWN) {
            display.say("… and " + (run.failures().size() - FAILURES_SHOWN) + " more.");
        }
    }
}
