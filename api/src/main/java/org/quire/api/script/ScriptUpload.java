package org.quire.api.script;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;

/** The text of an uploaded script. A plain value would be a path on the server to OCR-D, and is refused. */
public final class ScriptUpload {

    private ScriptUpload() {}

    /** @throws BadUpload if there is no uploaded text */
    public static String read(@Nullable MultipartFile upload, ServletRequest request) {
        if (upload == null) {
            throw new BadUpload(
                    request.getParameter("workflow") == null
                            ? "Expected a workflow script uploaded as the file 'workflow', or workflow_id; both are missing."
                            : "Expected the workflow script as an uploaded file, but 'workflow' is a plain value;"
                                    + " paths on the server are not read.");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(upload.getBytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadUpload("Expected the workflow script as UTF-8 text, but it is not.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request without a script that can be read. */
    public static final class BadUpload extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BadUpload(String message) {
            super(message);
        }
    }
}
