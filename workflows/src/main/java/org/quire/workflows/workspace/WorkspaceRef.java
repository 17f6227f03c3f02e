package org.quire.workflows.workspace;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A workspace, by the real path of its {@code mets.xml} (absolute, all symlinks resolved, never as a client spelt it). */
public record WorkspaceRef(@JsonValue String metsPath) {

    @JsonCreator
    public WorkspaceRef {
        if (!metsPath.startsWith("/")) {
            throw new IllegalArgumentException("Expected the real path of a METS file, but got '" + metsPath + "'.");
        }
    }

    /** The workspace folder. */
    public String directory() {
        int slash = metsPath.lastIndexOf('/');
        return slash == 0 ? "/" : metsPath.substring(0, slash);
    }

    /** The id of the Temporal workflow that owns this workspace. */
    public String workflowId() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(metsPath.getBytes(StandardCharsets.UTF_8));
            return "workspace/" + HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
