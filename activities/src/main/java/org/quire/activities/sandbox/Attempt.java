package org.quire.activities.sandbox;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quire.workflows.job.JobId;

/**
 * One attempt of a job.
 *
 * @param number from 1, for people
 * @param fence greater than that of every earlier attempt, also of attempts before Temporal set the run back; ms since 1970 by the clock of
 *     the engine
 */
public record Attempt(JobId job, int number, long fence) {

    private static final Pattern SANDBOX = Pattern.compile("(\\d{1,9})-(\\d{1,18})");
    private static final Pattern CLAIM = Pattern.compile("claim-(\\d{1,18})");

    /** The name of its sandbox. */
    String sandboxName() {
        return job + "-" + number + "-" + fence;
    }

    /** The name of the file by which it claims that earlier attempts are over. */
    String claimName() {
        return job + "-claim-" + fence;
    }

    /** The fence of the attempt of this job whose sandbox has the name. */
    Optional<Long> fenceOfSandbox(String name) {
        return match(SANDBOX, name, 2);
    }

    /** The fence of the attempt of this job whose claim has the name. */
    Optional<Long> fenceOfClaim(String name) {
        return match(CLAIM, name, 1);
    }

    private Optional<Long> match(Pattern pattern, String name, int group) {
        String prefix = job + "-";
        if (!name.startsWith(prefix)) {
            return Optional.empty();
        }
        Matcher matcher = pattern.matcher(name.substring(prefix.length()));
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(group))) : Optional.empty();
    }
}
