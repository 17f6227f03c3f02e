package org.quire.workflows.workspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.mets.MetsAddition;
import org.quire.workflows.run.PageUnits;
import org.quire.workflows.run.RunId;
import org.quire.workflows.workspace.WorkspaceAnswer.UnitRange;

/**
 * What a run tells the owner of its workspace. Messages of one run are numbered from 1 without gaps; a repeated one changes nothing.
 *
 * <p>Each is of an <em>epoch</em>, which a registration begins: a run that registers again, because the owner lost its memory or the
 * run itself was set back, begins a greater one, and what comes late from a smaller one counts no more.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkspaceMessage.Register.class, name = "register"),
    @JsonSubTypes.Type(value = WorkspaceMessage.Deliver.class, name = "deliver"),
    @JsonSubTypes.Type(value = WorkspaceMessage.Finish.class, name = "finish"),
    @JsonSubTypes.Type(value = WorkspaceMessage.Reminder.class, name = "reminder")
})
public sealed interface WorkspaceMessage {

    RunId runId();

    long sequence();

    /** Null: of a run that began before there were epochs. */
    @Nullable
    Long epoch();

    /** What it says, for people. */
    default String summary() {
        return switch (this) {
            case Register register -> "asks for " + count(register.units().count(), "unit");
            case Deliver deliver ->
                "delivers " + count(deliver.results().size(), "result") + ", releases "
                        + count(deliver.releasedUnits().size(), "unit");
            case Finish finish -> "is over";
            case Reminder reminder -> "asks again for answers";
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
     * @param standing what a run that returns has and has done; null: it begins
     * @param asker of the last question that the run had heard ({@link WorkspaceAnswer.ReturnAsked}); null: of none
     */
    record Register(
            RunId runId,
            long sequence,
            List<String> inputGroups,
            List<String> outputGroups,
            PageUnits units,
            List<String> dependsOn,
            @Nullable Long epoch,
            @Nullable Standing standing,
            @Nullable String asker)
            implements WorkspaceMessage {

        public Register(
                RunId runId,
                long sequence,
                List<String> inputGroups,
                List<String> outputGroups,
                PageUnits units,
                List<String> dependsOn) {
            this(runId, sequence, inputGroups, outputGroups, units, dependsOn, null, null, null);
        }

        /** The same as it would have been said later, after more was done. */
        Register at(long later, Standing then) {
            return new Register(
                    runId, Math.max(sequence, later), inputGroups, outputGroups, units, dependsOn, epoch, then, asker);
        }
    }

    /**
     * Where a run stands that registers again.
     *
     * @param granted units that it was told to be its own
     * @param done units on which it does nothing any more, and whose results are committed
     */
    record Standing(List<UnitRange> granted, List<UnitRange> done) {

        /** Of a run that was asked before it began. */
        public static final Standing NEW = new Standing(List.of(), List.of());

        /** After these units were done as well. */
        Standing without(Collection<Integer> units) {
            BitSet all = UnitSets.units(done);
            units.forEach(all::set);
            return new Standing(granted, UnitSets.ranges(all));
        }
    }

    /**
     * Results to commit, and units whose pages are free once they are committed.
     *
     * @param results of jobs that succeeded
     * @param releasedUnits units on which this run does nothing any more
     */
    record Deliver(
            RunId runId,
            long sequence,
            List<MetsAddition> results,
            List<Integer> releasedUnits,
            @Nullable Long epoch) implements WorkspaceMessage {

        public Deliver(RunId runId, long sequence, List<MetsAddition> results, List<Integer> releasedUnits) {
            this(runId, sequence, results, releasedUnits, null);
        }
    }

    /**
     * The run is over or withdraws: all that it holds or awaits is given up once earlier deliveries are committed.
     *
     * @param settled whether all that it delivered before is known to be committed
     */
    record Finish(RunId runId, long sequence, @Nullable Long epoch, boolean settled) implements WorkspaceMessage {

        public Finish(RunId runId, long sequence) {
            this(runId, sequence, null, false);
        }
    }

    /**
     * The run has waited long for an answer and asks where it stands.
     *
     * @param sequence of the last message before; it has no number of its own
     */
    record Reminder(RunId runId, long sequence, @Nullable Long epoch) implements WorkspaceMessage {}
}
