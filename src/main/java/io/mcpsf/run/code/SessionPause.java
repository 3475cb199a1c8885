package io.mcpsf.run.code;

import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.request.SessionEndedException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Holds a session still: while it is paused, and while its files are copied. */
final class SessionPause {

    private static final Duration FREEZE = Duration.ofSeconds(10);

    private final SessionChamber chamber;
    private final Runnable check;
    private volatile boolean paused;

    SessionPause(SessionChamber chamber, Runnable check) {
        this.chamber = chamber;
        this.check = check;
    }

    boolean paused() {
        return paused;
    }

    /** Lets nothing in it run until it is resumed; false when this host cannot do that. */
    synchronized boolean pause() {
        check.run();
        // Who waits for an answer of our sensors stands still only when it has come.
        long end = System.nanoTime() + FREEZE.toNanos();
        do {
            paused = chamber.sandbox().freeze();
        } while (!paused && System.nanoTime() < end);
        if (!paused) {
            chamber.sandbox().thaw();
        }
        return paused;
    }

    synchronized void resume() {
        if (paused) {
            chamber.sandbox().thaw();
            paused = false;
        }
    }

    /**
     * Copies its files to this folder, one folder for each place by the name in the map. Nothing
     * runs meanwhile, where that can be had. Memory is not in it.
     */
    synchronized Map<String, Path> snapshot(Path to) throws IOException {
        if (chamber.over().isPresent()) {
            throw new SessionEndedException("the session has ended");
        }
        if (!paused) {
            boolean _ = chamber.sandbox().freeze();
        }
        try {
            Map<String, Path> made = places(to);
            var caps = new TreeCopy.Caps(100_000, chamber.policy().limits().diskBytes(), 64);
            for (Map.Entry<String, Path> place : made.entrySet()) {
                chamber.sandbox().copy(place.getKey(), place.getValue(), caps);
            }
            return made;
        } finally {
            // Also when not all of it stood still in time: it would stop a moment later.
            if (!paused) {
                chamber.sandbox().thaw();
            }
        }
    }

    /** Where each place of a session is found in a folder that one was copied to. */
    static Map<String, Path> places(Path copied) {
        var places = new LinkedHashMap<String, Path>();
        for (String place : SessionChamber.PLACES) {
            places.put(place, copied.resolve("place" + places.size()));
        }
        return places;
    }
}
