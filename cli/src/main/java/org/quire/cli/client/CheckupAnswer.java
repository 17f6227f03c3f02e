package org.quire.cli.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;
import org.quire.workflows.checkup.CheckupReport;

/**
 * Where a checkup stands.
 *
 * @param state RUNNING, SUCCESS or FAILED
 * @param reason why it failed; null: it didn't
 * @param report what it found; null: it has not ended well yet
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CheckupAnswer(
        String state, @Nullable String reason, @Nullable CheckupReport report) {}
