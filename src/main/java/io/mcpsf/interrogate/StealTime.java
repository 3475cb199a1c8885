package io.mcpsf.interrogate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much longer things take because the host of a virtual machine gives its processors to others.
 * Nobody waits in line then, it is just slow; the kernel counts it.
 */
final class StealTime {

    /** Below this many ticks it is chance. */
    private static final long TELLING = 50;

    /** A line such as {@code cpu 4705 150 1120 16250 520 0 17 31 …}: the eighth was taken. */
    private static final int COUNTS = 8;

    private static final int IDLE = 4;
    private static final int WAITING = 5;
    private static final int LONGEST = 256;

    private final Path stat;
    private long wanted;
    private long taken;
    private double times = 1;
    private boolean begun;

    StealTime(Path stat) {
        this.stat = stat;
    }

    /** One where nothing is taken since the last time, and more the more is. */
    double look() {
        String[] words = read().split("\\s+");
        if (words.length <= COUNTS || !words[0].equals("cpu")) {
            return times;
        }
        long wantedNow = 0;
        for (int i = 1; i <= COUNTS; i++) {
            wantedNow += i == IDLE || i == WAITING ? 0 : count(words[i]);
        }
        long takenNow = count(words[COUNTS]);
        if (!begun || wantedNow - wanted >= TELLING) {
            double share = (double) (takenNow - taken) / Math.max(1, wantedNow - wanted);
            times =
                    begun
                            ? Math.clamp(
                                    1 / Math.max(1 - share, 1 / LoadClock.MOST), 1, LoadClock.MOST)
                            : 1;
            begun = true;
            wanted = wantedNow;
            taken = takenNow;
        }
        return times;
    }

    private static long count(String word) {
        return word.matches("[0-9]{1,18}") ? Long.parseLong(word) : 0;
    }

    private String read() {
        try (InputStream in = Files.newInputStream(stat)) {
            String head = new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII);
            return head.lines().findFirst().orElse("");
        } catch (IOException e) {
            // Who can't tell takes time as it is.
            return "";
        }
    }
}
