package io.mcpsf.interrogate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How many others want the processors while an attack or a further start is on. On a machine with
 * thirty chambers a second is not what it is on an idle one: a call that ran out of time there did
 * not hang, and an attack that ran out of time was none. So time passes here as it would with a
 * processor for everybody, within bounds. Others are those of this machine, and those its host
 * gives time to.
 */
public final class LoadClock implements AutoCloseable {

    /** However loaded the machine is, nothing takes more than so many times as long. */
    static final double MOST = 10;

    /** An attack alone keeps about so many threads busy: ours, the sensors' and the server's. */
    private static final int OURS = 6;

    private static final Path PROC = Path.of("/proc");
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final long EVERY_MILLIS = 50;

    /** How much a new look counts against the ones before: about a quarter of a second's worth. */
    private static final double NEWS = 0.2;

    private final Path load;
    private final StealTime taken;
    private final int processors;
    private final Thread watch;
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private double factor = 1;
    private double passed;
    private long seen = System.nanoTime();

    private LoadClock(Path proc, int processors) {
        this.load = proc.resolve("loadavg");
        this.taken = new StealTime(proc.resolve("stat"));
        this.processors = processors;
        this.watch = Thread.ofVirtual().name("load clock").unstarted(this::watch);
    }

    public static LoadClock here() {
        return watching(PROC, PROCESSORS);
    }

    public static LoadClock watching(Path proc, int processors) {
        var clock = new LoadClock(proc, processors);
        clock.watch.start();
        return clock;
    }

    /** The time that has passed, as with a processor for everybody. */
    public synchronized long nanos() {
        long now = System.nanoTime();
        return (long) (passed + (now - seen) / factor);
    }

    /** How long something may take that takes so long on an idle machine. */
    public Duration stretched(Duration idle) {
        begun.join();
        synchronized (this) {
            return Duration.ofNanos((long) (idle.toNanos() * factor));
        }
    }

    private void watch() {
        // Whoever begins an attack does not wait for the first look, only who needs to know.
        try {
            look(1);
        } finally {
            begun.complete(true);
        }
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                look(NEWS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(double weight) {
        double latest = Math.min(MOST, times(read(), processors) * taken.look());
        synchronized (this) {
            long now = System.nanoTime();
            passed += (now - seen) / factor;
            seen = now;
            factor += weight * (latest - factor);
        }
    }

    private String read() {
        try {
            return Files.readString(load);
        } catch (IOException e) {
            // Who can't tell takes time as it is.
            return "";
        }
    }

    /** From a line such as {@code 9.21 4.02 2.00 31/1204 4711}: 31 threads want a processor. */
    static double times(String loadavg, int processors) {
        String[] words = loadavg.strip().split(" ");
        int slash = words.length < 4 ? -1 : words[3].indexOf('/');
        if (slash < 1 || slash > 6 || !words[3].substring(0, slash).matches("[0-9]+")) {
            return 1;
        }
        double busy = Integer.parseInt(words[3].substring(0, slash)) - OURS;
        return Math.clamp(busy / processors, 1, MOST);
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
