package org.quire.workerhost;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.HistoryEventFilterType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowExecutionTimedOutEventAttributes;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;

/**
 * Lets terminated runs be asked how far they came. The SDK (1.38) answers queries of executions that ended in any other way, but breaks
 * at the last event of a terminated one; so a worker is shown a timeout in its place, which ends a replay in the same way. Only what
 * a worker replays is changed: tasks that carry a query, and the pages of history that follow them.
 */
final class TerminatedHistories implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        ClientCall<Q, A> call = next.newCall(method, options);
        return switch (method.getBareMethodName()) {
            case "PollWorkflowTaskQueue", "GetWorkflowExecutionHistory" -> new ReplayableAnswers<>(call);
            case null, default -> call;
        };
    }

    private static final class ReplayableAnswers<Q, A> extends SimpleForwardingClientCall<Q, A> {

        private boolean asksHowItEnded;

        ReplayableAnswers(ClientCall<Q, A> call) {
            super(call);
        }

        @Override
        public void sendMessage(Q request) {
            asksHowItEnded = request instanceof GetWorkflowExecutionHistoryRequest page
                    && page.getHistoryEventFilterType() == HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT;
            super.sendMessage(request);
        }

        @Override
        public void start(Listener<A> listener, Metadata headers) {
            super.start(
                    new SimpleForwardingClientCallListener<>(listener) {
                        @Override
                        public void onMessage(A message) {
                            super.onMessage(asksHowItEnded ? message : replayable(message));
                        }
                    },
                    headers);
        }
    }

    @SuppressWarnings("unchecked") // each message is replaced by one of its own type
    private static <A> A replayable(A message) {
        return switch (message) {
            case PollWorkflowTaskQueueResponse task
            when task.hasQuery() && isTerminated(task.getHistory()) ->
                (A) task.toBuilder().setHistory(timedOut(task.getHistory())).build();
            case GetWorkflowExecutionHistoryResponse page
            when isTerminated(page.getHistory()) ->
                (A) page.toBuilder().setHistory(timedOut(page.getHistory())).build();
            default -> message;
        };
    }

    private static boolean isTerminated(History history) {
        int events = history.getEventsCount();
        return events > 0
                && history.getEvents(events - 1).getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED;
    }

    private static History timedOut(History history) {
        int last = history.getEventsCount() - 1;
        HistoryEvent event = history.getEvents(last).toBuilder()
                .setEventType(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT)
                .setWorkflowExecutionTimedOutEventAttributes(
                        WorkflowExecutionTimedOutEventAttributes.getDefaultInstance())
                .build();
        return history.toBuilder().setEvents(last, event).build();
    }
}
