package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Users;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * Which users a sandbox has: {@code inside} is the id of its user as it sees itself, {@code
 * firstInside} to {@code firstOutside} and {@code count} the mapping to ids of the host. No two
 * living sandboxes share an id of the host, because limits count per id and equals may signal each
 * other.
 */
public record UserMapping(int inside, int firstInside, int firstOutside, int count) {

    /**
     * Where systemd and container engines draw the ids of containers from, too: a range of our own
     * would tell a sample who made its user namespace.
     */
    private static final int FIRST = 0x0008_0000;

    private static final int SLOTS = 0x6FF8;

    /** So many may be taken, by us or by others, before we give up. */
    private static final int ATTEMPTS = 4096;

    public static final int RANGE = 65536;
    public static final int USER = 1000;

    /** The sandbox's user as the host sees it. */
    public int outside() {
        return firstOutside + inside - firstInside;
    }

    /** The owner of what belongs to the system, as the host sees it. */
    public int root() {
        return firstOutside;
    }

    public boolean ranged() {
        return count > 1;
    }

    /** Whether we may hand out ranges at all. */
    public static boolean rangesHere() {
        return Users.effective() == 0 && Users.mapped(FIRST, (long) SLOTS * RANGE);
    }

    /** Claims a free range, drawn by lot, for the sandbox of that run folder. */
    public static UserMapping claim(
            StateRoot state, Path runFolder, Journal journal, Cleanup undo) {
        Path slots = state.slots();
        List<UserRange> others = UserRange.ofOthers();
        var random = new SecureRandom();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int slot = random.nextInt(SLOTS);
            var range = new UserRange((long) FIRST + (long) slot * RANGE, RANGE);
            Path claim = slots.resolve(Integer.toString(slot));
            if (others.stream().noneMatch(range::meets)
                    && !Files.isSymbolicLink(claim)
                    && taken(claim, runFolder, journal)) {
                undo.add(() -> Files.deleteIfExists(claim));
                return new UserMapping(USER, 0, (int) range.first(), RANGE);
            }
        }
        throw new ExecutorException("none of %d user id ranges was free".formatted(ATTEMPTS));
    }

    /** The same user of the host, who is known by that id inside too. */
    public UserMapping withoutNamespace() {
        return new UserMapping(outside(), outside(), outside(), 1);
    }

    /**
     * With one id only: the sandbox's user is we ourselves, without any power. Some runtimes insist
     * on a root user inside; it gets no capability.
     */
    public static UserMapping single(boolean root) {
        int inside = root ? 0 : USER;
        return new UserMapping(inside, inside, Users.effective(), 1);
    }

    /** A link is made with its content in one step: nobody sees a claim without its owner. */
    private static boolean taken(Path claim, Path runFolder, Journal journal) {
        try {
            Files.createSymbolicLink(claim, runFolder);
            journal.note(Journal.Kind.SLOT, claim);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new ExecutorException("cannot claim " + claim, e);
        }
    }
}
