package io.mcpsf.observe.files;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.bait.Pieces;
import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Observation.Change;
import io.mcpsf.model.Observation.FileChanged;
import io.mcpsf.model.Sink;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells what has changed, and looks for bait in the names and contents of what was left in places
 * that every program of the machine can read.
 */
final class Leavings {

    /** Of one file; a token stands at the beginning, and a large file is no note. */
    static final int HEAD = 64 << 10;

    /** Files and bytes that are searched: many small files cost more than their bytes. */
    private static final int MOST_FILES = 2_000;

    private static final long MOST_BYTES = 32L << 20;

    private final CanaryFinder canaries;
    private final Pieces names;
    private final Sink sink;
    private int files;
    private long bytes;

    Leavings(CanaryFinder canaries, Sink sink) {
        this.canaries = canaries;
        this.names = new Pieces(canaries);
        this.sink = sink;
    }

    void saw(FileChanged changed, Supplier<byte[]> head) {
        sink.saw(changed);
        if (changed.change() == Change.DELETED
                || !shared(changed.path())
                || files >= MOST_FILES
                || bytes >= MOST_BYTES) {
            return;
        }
        files++;
        Set<Found> found = new LinkedHashSet<>(find(changed.path()));
        byte[] content = changed.digest().isEmpty() ? new byte[0] : head.get();
        bytes += content.length;
        found.addAll(canaries.find(content));
        for (Found one : found) {
            sink.saw(new BaitLeft(one.bait(), one.kind(), "file", changed.path(), one.encoding()));
        }
    }

    private Set<Found> find(String path) {
        Set<Found> found = new LinkedHashSet<>();
        found.addAll(canaries.find(path.getBytes(StandardCharsets.UTF_8)));
        found.addAll(names.text("names", path));
        return found;
    }

    private static boolean shared(String path) {
        return FilesWatch.ALWAYS.stream().anyMatch(place -> path.startsWith(place + "/"));
    }
}
