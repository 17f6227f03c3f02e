package org.quire.activities.warm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.quire.activities.process.ProcessorSetup;
import org.quire.activities.process.Pulse;

/**
 * Who may use which process: counts the busy ones and keeps the idle ones. Busy and idle processes of one processor
 * together never exceed its instances. Thread-safe.
 */
final class WarmSlots {

    private static final long TICK_MILLIS = 100;

    private final WarmPool.Limits limits;
    private final Map<ProcessorSetup, Integer> busy = new HashMap<>();
    /** Least recently used first. */
    private final List<WarmProcess> idle = new ArrayList<>();

    private boolean closed;

    WarmSlots(WarmPool.Limits limits) {
        this.limits = limits;
    }

    /**
     * Takes a slot of the processor, waiting for one if all are in use. To be given back in any case.
     *
     * @return the process in the slot; empty if a new one is to be started
     */
    synchronized Optional<WarmProcess> take(ProcessorSetup setup, String parameters, Pulse pulse)
            throws InterruptedException {
        while (busy.getOrDefault(setup, 0) >= setup.instances()) {
            wait(TICK_MILLIS);
            pulse.beat();
        }
        requireOpen();
        buryDead();
        Optional<WarmProcess> process = choose(setup, parameters);
        process.ifPresent(idle::remove);
        busy.merge(setup, 1, Integer::sum);
        return process;
    }

    void giveBack(ProcessorSetup setup, Optional<WarmProcess> process) {
        release(setup, process).forEach(WarmProcess::dismiss);
    }

    void close() {
        List<WarmProcess> ended;
        synchronized (this) {
            closed = true;
            ended = List.copyOf(idle);
            idle.clear();
        }
        ended.forEach(WarmProcess::dismiss);
    }

    synchronized List<WarmProcess> idle() {
        return List.copyOf(idle);
    }

    /** One that has the parameters set up; else room for a new one; else the one that was not used for longest. */
    private Optional<WarmProcess> choose(ProcessorSetup setup, String parameters) {
        Predicate<WarmProcess> ofSetup = process -> process.setup().equals(setup);
        List<WarmProcess> candidates = idle.stream().filter(ofSetup).toList();
        Optional<WarmProcess> same = candidates.reversed().stream()
                .filter(process -> process.lastParameters().equals(parameters))
                .findFirst();
        if (same.isPresent()) {
            return same;
        }
        boolean room = busy.getOrDefault(setup, 0) + candidates.size() < setup.instances();
        return room ? Optional.empty() : candidates.stream().findFirst();
    }

    /** @return the processes to be ended, which takes a while and is therefore done outside of the lock */
    private synchronized List<WarmProcess> release(ProcessorSetup setup, Optional<WarmProcess> process) {
        busy.merge(setup, -1, (count, one) -> count + one == 0 ? null : count + one);
        notifyAll();
        List<WarmProcess> ended = new ArrayList<>();
        process.ifPresent(used -> {
            boolean worn = used.jobsTaken() >= limits.jobsPerProcess();
            (closed || worn || !used.isAlive() ? ended : idle).add(used);
        });
        while (idle.size() > limits.idle()) {
            ended.add(idle.removeFirst());
        }
        return ended;
    }

    /** Somebody else may have ended an idle process, such as a system that is short of memory. */
    private void buryDead() {
        idle.removeIf(process -> !process.isAlive());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Expected an open pool of warm processors, but it was closed.");
        }
    }
}
