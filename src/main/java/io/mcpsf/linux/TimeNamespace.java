package io.mcpsf.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How far the clocks that count from the start of the machine are moved for a process. */
public final class TimeNamespace {

    private TimeNamespace() {}

    /** Of the monotonic clock, against the kernel's own; 0 where nothing is moved or known. */
    public static long monotonicNanos(long pid) {
        Path offsets = Path.of("/proc", Long.toString(pid), "timens_offsets");
        try {
            for (String line : Files.readAllLines(offsets)) {
                String[] words = line.strip().split("\\s+");
                if (words.length == 3 && words[0].equals("monotonic")) {
                    return Long.parseLong(words[1]) * 1_000_000_000L + Long.parseLong(words[2]);
                }
            }
            return 0;
        } catch (IOException | NumberFormatException unknown) {
            return 0; // An older kernel, or the process is gone.
        }
    }
}
