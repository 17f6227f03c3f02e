package org.quire.systemtests.harness;

import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Hands tests the running system ({@link QuireSystem}). Where the real engine can't be had they are skipped with the reason; with
 * {@code CI=true} that is a failure, so that nobody takes a build without them for a tested one.
 */
public final class RequiresRealEngine implements ExecutionCondition, ParameterResolver, TestWatcher {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        List<String> missing = TestEnvironment.missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("The real engine is there.");
        }
        String reason = String.join(" ", missing);
        if (TestEnvironment.isContinuousIntegration()) {
            throw new IllegalStateException("CI=true and the real engine is not there: " + reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == QuireSystem.class;
    }

    @Override
    public QuireSystem resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return QuireSystem.shared();
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        ChildProcess.printLogs(context.getDisplayName());
    }
}
