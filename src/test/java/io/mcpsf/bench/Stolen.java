package io.mcpsf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much of the processors the host of this machine gave to somebody else meanwhile. */
final class Stolen {

    private static final Path STAT = Path.of("/proc/stat");

    /** Of the first line of the file: user, nice, system, idle, waiting, two interrupts, stolen. */
    private static final int LAST = 8;

    private long all;
    private long stolen;

    Stolen() throws IOException {
        since();
    }

    /** The share of it since the last time this was asked. */
    double since() throws IOException {
        String[] words = Files.readString(STAT).lines().findFirst().orElse("").split(" +");
        long allNow = 0;
        for (int i = 1; i <= LAST; i++) {
            allNow += Long.parseLong(words[i]);
        }
        long stolenNow = Long.parseLong(words[LAST]);
        double share = (double) (stolenNow - stolen) / Math.max(1, allNow - all);
        all = allNow;
        stolen = stolenNow;
        return share;
    }
}
