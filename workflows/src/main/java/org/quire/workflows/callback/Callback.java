package org.quire.workflows.callback;

/**
 * One message to a client.
 *
 * @param url where to POST it
 * @param jobId the id of the job or run that ended
 * @param state its terminal state: SUCCESS, FAILED or CANCELLED
 * @param pathToMets as OCR-D's PYResultMessage has it
 */
public record Callback(String url, String jobId, String state, String pathToMets) {}
