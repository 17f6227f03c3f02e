package org.quire.workflows.engine;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses payloads over 64 KB with gzip and leaves the others as they are, so that people can read them. */
public final class LargePayloadCodec implements PayloadCodec {

    /** Bytes of payload data from which on it is compressed. */
    static final int THRESHOLD = 64 * 1024;

    private static final ByteString ENCODING = ByteString.copyFromUtf8("binary/gzip");
    private static final String ENCODING_KEY = "encoding";

    @Override
    public List<Payload> encode(List<Payload> payloads) {
        return payloads.stream().map(LargePayloadCodec::encode).toList();
    }

    @Override
    public List<Payload> decode(List<Payload> payloads) {
        return payloads.stream().map(LargePayloadCodec::decode).toList();
    }

    private static Payload encode(Payload payload) {
        if (payload.getData().size() <= THRESHOLD) {
            return payload;
        }
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            payload.writeTo(gzip);
        } catch (IOException e) {
            throw new PayloadCodecException(e);
        }
        return Payload.newBuilder()
                .putMetadata(ENCODING_KEY, ENCODING)
                .setData(ByteString.copyFrom(bytes.toByteArray()))
                .build();
    }

    private static Payload decode(Payload payload) {
        if (!ENCODING.equals(payload.getMetadataOrDefault(ENCODING_KEY, ByteString.EMPTY))) {
            return payload;
        }
        try (var gzip = new GZIPInputStream(payload.getData().newInput())) {
            return Payload.parseFrom(gzip);
        } catch (IOException e) {
            throw new PayloadCodecException(e);
        }
    }
}
