package io.mcpsf.sandbox.oci;

import io.mcpsf.os.Command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Since when a sandbox believes its machine to run: the kernel moves all clocks that count from the
 * start by the same time (a time namespace), so that files, calls and counters agree. The time of
 * day is not touched.
 */
final class OtherUptime {

    private static final long LEAST = Duration.ofHours(3).toSeconds();
    private static final long MOST = Duration.ofDays(19).toSeconds();

    private final SecureRandom random = new SecureRandom();
    private final boolean possible;

    private OtherUptime(boolean possible) {
        this.possible = possible;
    }

    /** Tries whether this kernel, and our rights, allow it; where not, the host's is seen. */
    static OtherUptime here(RuntimeKind kind) {
        return new OtherUptime(
                kind != RuntimeKind.RUNSC
                        && Files.exists(Path.of("/proc/self/ns/time"))
                        && tried());
    }

    /** The words that a command is started with to live there; none where it is not possible. */
    List<String> words() {
        if (!possible) {
            return List.of();
        }
        // Ahead of the host's, never behind: the kernel takes no time before its own start.
        return unshare(Long.toString(random.nextLong(LEAST, MOST)));
    }

    private static List<String> unshare(String offset) {
        return List.of("unshare", "--time", "--boottime=" + offset, "--monotonic=" + offset, "--");
    }

    private static boolean tried() {
        try {
            var words = new ArrayList<>(unshare("1"));
            words.add("true");
            return Command.of(words).run().good();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
