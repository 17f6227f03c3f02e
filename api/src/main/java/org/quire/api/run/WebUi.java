package org.quire.api.run;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.quire.api.config.ApiProperties;
import org.quire.workflows.run.RunId;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Addresses in the Temporal Web UI. */
@Component
public class WebUi {

    private final @Nullable URI base;
    private final String namespace;

    WebUi(ApiProperties properties, @Value("${spring.temporal.namespace:default}") String namespace) {
        this.base = properties.webUiUrl();
        this.namespace = namespace;
    }

    /** @return null if no address is configured */
    public @Nullable URI of(RunId run) {
        if (base == null) {
            return null;
        }
        String id = URLEncoder.encode(run.workflowId(), StandardCharsets.UTF_8);
        return URI.create(base.toString().replaceFirst("/$", "") + "/namespaces/" + namespace + "/workflows/" + id);
    }
}
