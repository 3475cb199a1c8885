package io.mcpsf.run.again;

import io.mcpsf.linux.Vdso;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets time pass in a sandbox, as on a laptop that was closed for weeks: timers that nobody here
 * could wait for are due.
 */
final class PassedTime {

    /** Longer than any timer of Node.js can be. */
    private static final Duration WEEKS = Duration.ofDays(26);

    private static final int MOST_PROCESSES = 64;

    private PassedTime() {}

    /** Whether at least one process of it is later now. */
    static boolean skip(Sandbox sandbox) {
        boolean skipped = false;
        for (int process : processes(sandbox.pid())) {
            skipped |= skip(process);
        }
        return skipped;
    }

    private static boolean skip(int process) {
        try {
            Vdso.skip(process, Math.toIntExact(WEEKS.toSeconds()));
            return true;
        } catch (IOException _) {
            // It ended, or its clock could not be moved in the first place.
            return false;
        }
    }

    /** All that share the first one's numbers for processes. */
    private static List<Integer> processes(long first) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            Path own = namespace(Path.of("/proc", Long.toString(first)));
            return all.filter(process -> process.getFileName().toString().matches("\\d{1,9}"))
                    .filter(process -> inside(process, own))
                    .limit(MOST_PROCESSES)
                    .map(process -> Integer.valueOf(process.getFileName().toString()))
                    .toList();
        } catch (IOException | UncheckedIOException _) {
            // The sandbox is gone.
            return List.of();
        }
    }

    private static boolean inside(Path process, Path own) {
        try {
            return namespace(process).equals(own);
        } catch (IOException _) {
            return false;
        }
    }

    private static Path namespace(Path process) throws IOException {
        return Files.readSymbolicLink(process.resolve("ns/pid"));
    }
}
