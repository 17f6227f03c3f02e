package org.quire.activities.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.quire.activities.process.Stragglers;

/**
 * Keeps attempts of one job apart, on whichever machines they run. A worker host that is stopped for longer than its heartbeat timeout and
 * then goes on must not publish beside, or over, the attempt that took its place.
 *
 * <p>An attempt that is not the first says so by a claim, a file that stays until the run is archived, and then renames the sandboxes of
 * earlier attempts. An attempt makes its sandbox and then looks for later claims. Of two attempts at least one sees the other, in whatever
 * order they come: either the earlier one finds the claim, or its sandbox is taken away. Every step of a publication is a rename
 * from the sandbox, or back into it, so that it fails once the sandbox has lost its name.
 */
final class Fence {

    private static final String TAKEN = ".taken-";

    private final Path run;
    private final Attempt attempt;

    /** @param run the folder of the run's sandboxes */
    Fence(Path run, Attempt attempt) {
        this.run = run;
        this.attempt = attempt;
    }

    /**
     * Ends what earlier attempts left: their processes on this machine, what they published of a whole that nobody knows of, and their
     * sandboxes.
     *
     * @param workspace where they published
     * @param known whether a file of the workspace is part of a result that was committed, by its relative path
     * @throws Superseded if there is a later attempt
     */
    void takeOver(Path workspace, Predicate<Path> known) throws IOException {
        if (!Files.isDirectory(run)) {
            return;
        }
        requireLatest();
        List<Path> earlier = earlier();
        if (attempt.number() > 1 || !earlier.isEmpty()) {
            claim();
        }
        for (Path sandbox : attempt.number() > 1 ? earlier() : earlier) {
            Stragglers.kill(sandbox);
            Optional<Path> taken = take(sandbox);
            if (taken.isPresent()) {
                UnfinishedPublication.undo(taken.get(), workspace, known);
                FileTrees.delete(taken.get());
            }
        }
    }

    /** @throws Superseded if there is a later attempt */
    void requireLatest() throws IOException {
        for (String name : names()) {
            Optional<Long> fence = attempt.fenceOfClaim(name).or(() -> attempt.fenceOfSandbox(name));
            if (fence.isPresent() && fence.get() > attempt.fence()) {
                throw new Superseded(attempt, fence.get());
            }
        }
    }

    private void claim() throws IOException {
        try {
            Files.createFile(run.resolve(attempt.claimName()));
        } catch (FileAlreadyExistsException e) {
            // Said before, by this attempt.
        }
    }

    private List<Path> earlier() throws IOException {
        List<Path> earlier = new ArrayList<>();
        for (String name : names()) {
            Optional<Long> fence = attempt.fenceOfSandbox(name);
            if (fence.isPresent() && fence.get() < attempt.fence()) {
                earlier.add(run.resolve(name));
            }
        }
        return earlier;
    }

    /** One rename: of several who try, one has it. */
    private Optional<Path> take(Path sandbox) throws IOException {
        Path taken = sandbox.resolveSibling(TAKEN + attempt.fence() + "-" + sandbox.getFileName());
        try {
            return Optional.of(Files.move(sandbox, taken, StandardCopyOption.ATOMIC_MOVE));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(run, attempt.job() + "-*")) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (NoSuchFileException e) {
            // Another job has just removed the folder, which was empty.
            return List.of();
        }
        return names;
    }
}
