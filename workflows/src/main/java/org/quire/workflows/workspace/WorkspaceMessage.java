package org.quire.workflows.workspace;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.quire.mets.MetsAddition;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;

/**
 * What a run tells the owner of its workspace. Messages of one run are numbered from 1 without gaps; a repeated one changes nothing.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkspaceMessage.Register.class, name = "register"),
    @JsonSubTypes.Type(value = WorkspaceMessage.Deliver.class, name = "deliver"),
    @JsonSubTypes.Type(value = WorkspaceMessage.Finish.class, name = "finish")
})
public sealed interface WorkspaceMessage {

    RunId runId();

    long sequence();

    /** What it says, for people. */
    default String summary() {
        return switch (this) {
            case Register register -> "asks for " + count(register.units().count(), "unit");
            case Deliver deliver ->
                "delivers " + count(deliver.results().size(), "result") + ", releases "
                        + count(deliver.releasedUnits().size(), "unit");
            case Finish finish -> "is over";
        };
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /**
     * The run asks for all its units at once; arrival order decides.
     *
     * @param inputGroups shared
     * @param outputGroups exclusive
     * @param dependsOn ids of jobs or runs that must have ended in SUCCESS before any unit is granted
     */
    record Register(
            RunId runId,
            long sequence,
            List<String> inputGroups,
            List<String> outputGroups,
            PageUnits units,
            List<String> dependsOn)
            implements WorkspaceMessage {}

    /**
     * Results to commit, and units whose pages are free once they are committed.
     *
     * @param results of jobs that succeeded
     * @param releasedUnits units on which this run does nothing any more
     */
    record Deliver(RunId runId, long sequence, List<MetsAddition> results, List<Integer> releasedUnits)
            implements WorkspaceMessage {}

    /** The run is over or withdraws: all that it holds or awaits is given up once earlier deliveries are committed. */
    record Finish(RunId runId, long sequence) implements WorkspaceMessage {}
}
