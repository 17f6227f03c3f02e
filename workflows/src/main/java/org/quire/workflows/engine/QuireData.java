package org.quire.workflows.engine;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.List;

/** How values become Temporal payloads and files: plain JSON, readable in the Web UI; only large payloads are compressed. */
public final class QuireData {

    private static final ObjectMapper MAPPER = JacksonJsonPayloadConverter.newDefaultObjectMapper()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private QuireData() {}

    /** The mapper of payloads, reports and registry files; not to be reconfigured. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** The converter that every Temporal client and worker of Quire uses. */
    public static DataConverter converter() {
        DefaultDataConverter json = DefaultDataConverter.newDefaultInstance()
                .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(MAPPER));
        return new CodecDataConverter(json, List.of(new LargePayloadCodec()), false);
    }
}
