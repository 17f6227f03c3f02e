package org.quire.api.engine;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowServiceException;
import java.util.function.Supplier;

/** Calls to Temporal: what another try may cure becomes {@link EngineUnavailable}, what is not there stays "not found". */
public final class Engine {

    private Engine() {}

    /** @throws WorkflowNotFoundException if the workflow is unknown, or has ended and can't take the call */
    public static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (WorkflowNotFoundException e) {
            throw e;
        } catch (WorkflowQueryException e) {
            throw new EngineUnavailable("The run could not be asked, because no worker answered; try again.", e);
        } catch (WorkflowServiceException e) {
            throw unavailable(e);
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                throw new WorkflowNotFoundException(WorkflowExecution.getDefaultInstance(), null, e);
            }
            throw unavailable(e);
        }
    }

    public static void run(Runnable call) {
        call(() -> {
            call.run();
            return true;
        });
    }

    private static EngineUnavailable unavailable(Throwable e) {
        return new EngineUnavailable("Temporal can't be reached or does not answer; try again later.", e);
    }
}
