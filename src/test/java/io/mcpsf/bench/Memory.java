package io.mcpsf.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The most memory that the controller ever held while a sample flooded it. */
final class Memory {

    private Memory() {}

    /** Arguments: launcher, then the folders of samples that flood. */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.printf(
                "%n## peak memory of the controller, budget 300 MB  (load %s)%n", Contest.load());
        for (String folder : Arrays.asList(args).subList(1, args.length)) {
            long begin = System.nanoTime();
            try (var run = Launched.start(args[0], List.of(folder, "--profile", "safe"))) {
                long peak = 0;
                while (!run.child().await(Duration.ofMillis(20))) {
                    peak = Math.max(peak, peakKib(run.child().pid()));
                }
                long evidence = run.file("evidence.jsonl").map(Memory::size).orElse(-1L);
                System.out.printf(
                        "  %-20s peak %4d MB, exit %d, %.1f s, evidence %d KB%s%s%n",
                        Path.of(folder).getFileName(),
                        peak >> 10,
                        run.child().code(),
                        (System.nanoTime() - begin) / 1e9,
                        evidence >> 10,
                        events(run),
                        outOfMemory(run) ? ", OUT OF MEMORY" : "");
            }
        }
    }

    /** Of the process the launcher became; it grows only, so the last look is the peak. */
    private static long peakKib(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
            return 0;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** The line of the closing screen that counts the events. */
    private static String events(Launched run) {
        return new String(run.stdout().beginning(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" events"))
                .map(line -> ", " + line.strip())
                .findFirst()
                .orElse("");
    }

    private static boolean outOfMemory(Launched run) {
        return new String(run.stderr().beginning(), StandardCharsets.UTF_8).contains("OutOfMemory");
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }
}
