package io.mcpsf.observe.files;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.bait.Pieces;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells what has changed, and looks for bait in the names and contents of what was left in places
 * that every program of the machine can read.
 */
final class Leavings {

    private final CanaryFinder canaries;
    private final Pieces names;
    private final Sink sink;
    private final Caps caps;
    private int files;
    private long bytes;
    private long unsearched;

    /** How many files, and bytes of them, are searched: many small files cost more than bytes. */
    record Caps(int files, long bytes) {
        static Caps usual() {
            return new Caps(2_000, 32L << 20);
        }
    }

    /** What a thing that was left holds. */
    interface Inside {
        /** Its content from the beginning, no more than so many bytes; says how much it was. */
        long pieces(long most, Consumer<byte[]> each);

        /** Where it leads if it is a link, else nothing. */
        byte[] link();
    }

    Leavings(CanaryFinder canaries, Sink sink, Caps caps) {
        this.canaries = canaries;
        this.names = new Pieces(canaries);
        this.sink = sink;
        this.caps = caps;
    }

    void saw(FileChanged changed, Inside inside) {
        sink.saw(changed);
        if (changed.change() == Change.DELETED || !shared(changed.path())) {
            return;
        }
        if (files >= caps.files() || bytes >= caps.bytes()) {
            unsearched++;
            return;
        }
        files++;
        Set<Found> found = new LinkedHashSet<>(find(changed.path()));
        switch (changed.content()) {
            case LINK -> found.addAll(canaries.find(inside.link()));
            case FOLDER, SPECIAL -> {}
            case NOTHING, TEXT, SCRIPT, ELF, DATA -> {
                long searched =
                        inside.pieces(
                                caps.bytes() - bytes, piece -> found.addAll(canaries.find(piece)));
                bytes += searched;
                unsearched += searched < changed.bytes() ? 1 : 0;
            }
        }
        for (Found one : found) {
            sink.saw(new BaitLeft(one.bait(), one.kind(), "file", changed.path(), one.encoding()));
        }
    }

    /** How many of them were not searched to their end, because there was too much. */
    long unsearched() {
        return unsearched;
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
