package io.mcpsf.sandbox.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** How far we may raise the limits of a child: not above our own hard ones. */
public final class Rlimits {

    private static final long FILES = 16_384;

    private static final Map<String, String> NAMES =
            Map.of(
                    "RLIMIT_CORE", "Max core file size",
                    "RLIMIT_FSIZE", "Max file size",
                    "RLIMIT_NOFILE", "Max open files",
                    "RLIMIT_MSGQUEUE", "Max msgqueue size",
                    "RLIMIT_NPROC", "Max processes",
                    "RLIMIT_DATA", "Max data size");

    private Rlimits() {}

    public static long openFiles() {
        return FILES;
    }

    /** The hard limit of this process. */
    public static long most(String type) {
        String name = NAMES.getOrDefault(type, "?");
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).strip().split("\\s+")[1])
                    .filter(hard -> hard.matches("\\d{1,18}"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
