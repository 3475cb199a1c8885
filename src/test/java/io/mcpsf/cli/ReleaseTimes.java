package io.mcpsf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * How long it takes from a downloaded release to the end of a first assessment. The seconds depend
 * on what else the machine does, so each line has a reference from the same minute.
 *
 * @param file gets one line for each way to install it
 */
record ReleaseTimes(Path file) {

    private static final List<String> COUNT =
            List.of("python3", "-c", "n = 0\nwhile n < 10_000_000: n += 1");

    /** Runs a command where the release is going to run. */
    @FunctionalInterface
    interface Place {
        void run(List<String> command) throws Exception;
    }

    /** The seconds in which Python counts to ten million there. */
    static double reference(Place place) throws Exception {
        long begin = System.nanoTime();
        place.run(COUNT);
        return seconds(begin, System.nanoTime());
    }

    /** Notes an assessment that ends now. */
    void keep(String what, long begin, long installed, double reference) throws IOException {
        long end = System.nanoTime();
        String line =
                String.format(
                        Locale.ROOT,
                        "| %s | %.1f s | %.1f s | %.1f s | %.1f s | %s |%n",
                        what,
                        seconds(begin, installed),
                        seconds(installed, end),
                        seconds(begin, end),
                        reference,
                        Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        System.out.print("release: " + line);
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static double seconds(long begin, long end) {
        return (end - begin) / 1e9;
    }
}
