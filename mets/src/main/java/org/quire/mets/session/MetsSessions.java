package org.quire.mets.session;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The sessions that one program keeps open, one for each METS, until nobody has used them for a while. */
public final class MetsSessions implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(MetsSessions.class.getName());

    /** What is done with a session while it is kept open. */
    public interface Use<T> {
        T apply(MetsSession session) throws IOException;
    }

    private static final class Slot {

        private final int number;
        private @Nullable MetsSession session;
        private int users;
        private long usedAt;

        Slot(int number) {
            this.number = number;
        }
    }

    private final SavePolicy policy;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timer;
    private final Map<Path, Slot> slots = new LinkedHashMap<>();
    private int numbers;

    /** @param idle how long an unused session stays open, more than 0 */
    public MetsSessions(SavePolicy policy, Duration idle) {
        this(policy, idle, System::nanoTime);
    }

    MetsSessions(SavePolicy policy, Duration idle, LongSupplier nanoTime) {
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("Expected an idle time above 0, but got " + idle + ".");
        }
        this.policy = policy;
        this.nanoTime = nanoTime;
        timer = newTimer();
        long look = Math.max(1, idle.toMillis() / 4);
        timer.scheduleWithFixedDelay(() -> closeIdle(idle), look, look, TimeUnit.MILLISECONDS);
    }

    /** A timer for delayed saves, on a thread that doesn't keep the program alive. */
    public static ScheduledExecutorService newTimer() {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("mets-save").daemon().factory());
    }

    /**
     * Uses the session of a METS, opening it if it isn't; while it is used nobody closes it.
     *
     * @param realMets the real path of the METS
     */
    public <T> T with(Path realMets, Use<T> use) throws IOException {
        Slot slot = enter(realMets);
        try {
            return use.apply(session(slot, realMets));
        } finally {
            leave(slot);
        }
    }

    /**
     * Closes the sessions that nobody uses and that nobody has used for so long.
     *
     * @return their numbers in order of opening
     */
    public List<Integer> closeIdle(Duration unused) {
        List<Slot> idle = idle(unused, true);
        idle.forEach(MetsSessions::close);
        return idle.stream().map(slot -> slot.number).toList();
    }

    /** The numbers of those that {@link #closeIdle} would close. */
    public List<Integer> idle(Duration unused) {
        return idle(unused, false).stream().map(slot -> slot.number).toList();
    }

    /** Saves a METS, and closes its session if nobody else uses it. */
    public void end(Path realMets) throws IOException {
        with(realMets, session -> {
            session.save();
            return session;
        });
        @Nullable Slot ended;
        synchronized (slots) {
            ended = slots.get(realMets);
            if (ended == null || ended.users > 0) {
                return;
            }
            slots.remove(realMets);
        }
        close(ended);
    }

    /** Saves and closes all. */
    @Override
    public void close() {
        timer.shutdown();
        List<Slot> all;
        synchronized (slots) {
            all = List.copyOf(slots.values());
            slots.clear();
        }
        all.forEach(MetsSessions::close);
    }

    private Slot enter(Path mets) {
        synchronized (slots) {
            Slot slot = slots.computeIfAbsent(mets, m -> new Slot(++numbers));
            slot.users++;
            return slot;
        }
    }

    private void leave(Slot slot) {
        synchronized (slots) {
            slot.users--;
            slot.usedAt = nanoTime.getAsLong();
            boolean wasNeverOpened = slot.users == 0 && slot.session == null;
            if (wasNeverOpened) {
                slots.values().remove(slot);
            }
        }
    }

    private MetsSession session(Slot slot, Path mets) throws IOException {
        // Opening reads the whole file: those who want the same one wait here, others don't.
        synchronized (slot) {
            MetsSession session = slot.session;
            if (session == null) {
                session = MetsSession.open(mets, policy, timer);
                slot.session = session;
            }
            return session;
        }
    }

    private List<Slot> idle(Duration unused, boolean remove) {
        List<Slot> idle = new ArrayList<>();
        long now = nanoTime.getAsLong();
        synchronized (slots) {
            slots.values().stream()
                    .filter(slot -> slot.users == 0 && now - slot.usedAt >= unused.toNanos())
                    .forEach(idle::add);
            if (remove) {
                slots.values().removeAll(idle);
            }
        }
        return idle;
    }

    private static void close(Slot slot) {
        try (MetsSession session = slot.session) {
            LOG.log(System.Logger.Level.DEBUG, "METS session {0} ends", slot.number);
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Additions stay in a journal, as the METS can't be saved: {0}", e);
        }
    }
}
