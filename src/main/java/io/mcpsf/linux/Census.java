package io.mcpsf.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts the tasks of one process namespace and their memory by looking at each process: what a
 * control group would do better, where there is none.
 */
public record Census(int tasks, long residentBytes) {

    private static final Path PROC = Path.of("/proc");
    private static final Path NOWHERE = Path.of("");
    private static final long PAGE = 4096;

    /** All that live in the process namespace of that process. */
    public static Census around(long pid) {
        int tasks = 0;
        long resident = 0;
        Path namespace = namespace(PROC.resolve(Long.toString(pid)));
        for (Path process : processes()) {
            if (!namespace.equals(NOWHERE) && namespace(process).equals(namespace)) {
                tasks += tasks(process);
                resident += resident(process);
            }
        }
        return new Census(tasks, resident);
    }

    private static long resident(Path process) {
        try {
            return Long.parseLong(Files.readString(process.resolve("statm")).split(" ")[1]) * PAGE;
        } catch (IOException e) {
            return 0; // Gone meanwhile.
        }
    }

    private static List<Path> processes() {
        try (Stream<Path> all = Files.list(PROC)) {
            return all.filter(path -> path.getFileName().toString().matches("\\d+")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int tasks(Path process) {
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            return (int) tasks.count();
        } catch (IOException e) {
            return 0; // Gone meanwhile.
        }
    }

    private static Path namespace(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/pid"));
        } catch (IOException e) {
            return NOWHERE; // Gone, or somebody else's.
        }
    }
}
