package org.quire.api;

import java.util.HashMap;
import java.util.Map;
import org.quire.api.config.ApiProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings as the application would bind them. */
public final class TestProperties {

    private TestProperties() {}

    /** @param namesAndValues by turns */
    public static ApiProperties with(String... namesAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("quire", ApiProperties.class);
    }
}
