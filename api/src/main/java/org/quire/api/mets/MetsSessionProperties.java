package org.quire.api.mets;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the REST server keeps METS sessions.
 *
 * @param idle after this time without a request a session is closed, above 0; the next request opens another
 */
@ConfigurationProperties("quire.mets-sessions")
public record MetsSessionProperties(@DefaultValue("30m") Duration idle) {}
