package io.mcpsf.observe.files;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One comparison of a sandbox's writable places. */
final class FilesWatch implements Watch {

    /** Writable in every sandbox, whether its specification says so or not. */
    static final List<String> ALWAYS = List.of("/tmp", "/var/tmp", "/dev/shm");

    /** The kernel's clocks are read one after the other: no closer than this. */
    private static final long MARGIN_NANOS = 200_000_000L;

    private static final long TICK_NANOS = 10_000_000L;

    private final SandboxSpec spec;
    private final Sink sink;
    private final FilesSensor.Caps caps;
    private final CanaryFinder canaries;
    private volatile long beginNanos = Long.MIN_VALUE;
    private volatile SenseHealth health =
            SenseHealth.blind("the sandbox ended before its files could be examined");

    FilesWatch(SandboxSpec spec, Sink sink, FilesSensor.Caps caps, CanaryFinder canaries) {
        this.canaries = canaries;
        this.spec = spec;
        this.sink = sink;
        this.caps = caps;
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public void started(Sandbox sandbox) {
        beginNanos = startOf(sandbox.pid());
    }

    @Override
    public void ending(Sandbox sandbox) {
        Set<String> points = new HashSet<>();
        spec.places().forEach(place -> points.add(place.at()));
        points.add(spec.program().folder());
        try (var comparison =
                new Comparison(
                        inCrowd(),
                        new Leavings(canaries, sink, caps.searched()),
                        points,
                        beginNanos)) {
            for (var place : scratch().entrySet()) {
                comparison.compare(
                        place.getKey(), place.getValue(), sandbox.outside(place.getKey()));
            }
            health = comparison.health();
        } catch (ErrnoException e) {
            health = SenseHealth.blind("its files could not be compared: " + e.getMessage());
        }
    }

    private FilesSensor.Caps inCrowd() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return caps.inCrowd(system.getSystemLoadAverage(), system.getAvailableProcessors());
    }

    @Override
    public void close() {}

    @Override
    public Map<Sense, SenseHealth> health() {
        return Map.of(Sense.FILE_CHANGES, health);
    }

    /** Every writable place with the folder it was filled from; an empty path for nothing. */
    private Map<String, Path> scratch() {
        Map<String, Path> places = new LinkedHashMap<>();
        ALWAYS.forEach(at -> places.put(at, Path.of("")));
        places.put(spec.world().persona().home(), Path.of(""));
        for (Place place : spec.places()) {
            switch (place) {
                case Place.Scratch(Path seed, String at, _) -> places.put(at, seed);
                case Place.Grown(Path _, String at) -> places.remove(at);
                case Place.Shown(Path _, String at) -> places.remove(at);
                case Place.Lent(Path _, String at, boolean _) -> places.remove(at);
            }
        }
        return places;
    }

    /**
     * When the first process was made, in nanoseconds of the wall clock: what has not been changed
     * since is as it was filled. The beginning of time when it cannot be known.
     */
    private static long startOf(long pid) {
        try {
            Path proc = Path.of("/proc");
            String stat =
                    Files.readString(proc.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double uptime =
                    Double.parseDouble(Files.readString(proc.resolve("uptime")).split(" ")[0]);
            long ageNanos =
                    (long) (uptime * 1_000_000_000L) - Long.parseLong(fields[19]) * TICK_NANOS;
            long nowNanos = System.currentTimeMillis() * 1_000_000L;
            return nowNanos - ageNanos - MARGIN_NANOS;
        } catch (IOException gone) {
            return Long.MIN_VALUE;
        }
    }
}
