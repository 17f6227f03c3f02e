package org.quire.systemtests.harness;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests where no OCR-D 2.x with its database can be had; with {@code CI=true} that is a failure. */
public final class RequiresOcrd2 implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (TestEnvironment.ocrd2().isPresent() && TestEnvironment.mongodb().isPresent()) {
            return ConditionEvaluationResult.enabled("OCR-D 2.x is there.");
        }
        String reason =
                "Expected ocrd of OCR-D 2.x in the folder QUIRE_TEST_OCRD2 and a MongoDB in QUIRE_TEST_MONGODB.";
        if (TestEnvironment.isContinuousIntegration()) {
            throw new IllegalStateException("CI=true and OCR-D 2.x is not there: " + reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }
}
