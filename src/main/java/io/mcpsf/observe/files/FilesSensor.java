package io.mcpsf.observe.files;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.SandboxSpec;

import java.time.Duration;

/**
 * Compares the writable places of a sandbox with what they were filled with, when it ends. It opens
 * what has changed, so a sensor that listens for opened files must be told first that the end has
 * come.
 */
public final class FilesSensor implements Sensor {

    private final Caps caps;
    private final CanaryFinder canaries;

    /**
     * How much is looked at before the sense calls itself lossy; {@code searched} is how much of it
     * is searched for decoys.
     */
    public record Caps(
            int entries,
            int changes,
            int depth,
            long bytes,
            long bytesPerFile,
            Duration time,
            Leavings.Caps searched) {

        private static final double MOST_CROWDED = 6;

        Caps(int entries, int changes, int depth, long bytes, long bytesPerFile, Duration time) {
            this(entries, changes, depth, bytes, bytesPerFile, time, Leavings.Caps.usual());
        }

        /** More than a disk limit lets a sample make, and less than what would hold us up. */
        public static Caps usual() {
            return new Caps(300_000, 20_000, 128, 2L << 30, 256L << 20, Duration.ofSeconds(15));
        }

        /**
         * The same with the time that it takes where so many threads want a processor. A machine
         * that is busy must not make the sense lossy, and a sample can keep it busy for only so
         * long.
         */
        Caps inCrowd(double load, int processors) {
            double factor = Math.clamp(load / processors, 1, MOST_CROWDED);
            var stretched = Duration.ofMillis((long) (time.toMillis() * factor));
            return new Caps(entries, changes, depth, bytes, bytesPerFile, stretched, searched);
        }
    }

    /**
     * @param canaries finds decoys' content in what is left where others can read it
     */
    public FilesSensor(CanaryFinder canaries) {
        this(Caps.usual(), canaries);
    }

    public FilesSensor(Caps caps, CanaryFinder canaries) {
        this.caps = caps;
        this.canaries = canaries;
    }

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        return new FilesWatch(spec, sink, caps, canaries);
    }
}
