package org.quire.api.submission;

import java.security.SecureRandom;
import java.time.Clock;
import org.quire.workflows.run.RunId;
import org.springframework.stereotype.Component;

/** Makes run ids: 26 letters and digits (48 bits of milliseconds, 80 of chance), so that later runs sort later. */
@Component
class RunIds {

    /** Crockford's base 32, in lower case: no letter is taken for another. */
    private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

    private static final int TIME_DIGITS = 10;
    private static final int CHANCE_DIGITS = 16;

    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    RunIds(Clock clock) {
        this.clock = clock;
    }

    RunId next() {
        var id = new StringBuilder(TIME_DIGITS + CHANCE_DIGITS);
        long millis = clock.millis();
        for (int i = TIME_DIGITS - 1; i >= 0; i--) {
            id.append(DIGITS[(int) (millis >>> (5 * i)) & 31]);
        }
        for (int i = 0; i < CHANCE_DIGITS; i++) {
            id.append(DIGITS[random.nextInt(DIGITS.length)]);
        }
        return new RunId(id.toString());
    }
}
