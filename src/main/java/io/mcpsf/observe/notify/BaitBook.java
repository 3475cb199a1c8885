package io.mcpsf.observe.notify;

import io.mcpsf.linux.Inotify;
import io.mcpsf.model.Observation.BaitTouched;
import io.mcpsf.model.Observation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which files are decoys, by path and by identity, so that no other name hides one. The kernel's
 * own word on opened files is a second witness: a caller that swaps a path under our eyes is caught
 * by it, though not by name.
 */
final class BaitBook implements AutoCloseable {

    private static final int WATCHED =
            Inotify.OPEN
                    | Inotify.ACCESS
                    | Inotify.MODIFY
                    | Inotify.DELETE_SELF
                    | Inotify.MOVE_SELF;

    private final Map<String, BaitMark> marks;
    private final Map<Identity, String> byIdentity = new HashMap<>();
    private final Map<Integer, String> byWatch = new HashMap<>();
    private final Set<Attributed> attributed = new HashSet<>();
    private final Inotify witness = new Inotify();
    private boolean quiet;

    private record Identity(long device, long inode) {}

    private record Attributed(String bait, Touch touch) {}

    BaitBook(Map<String, BaitMark> marks) {
        this.marks = Map.copyOf(marks);
    }

    int fd() {
        return witness.fd();
    }

    /** Learns who the decoys are, before the sample's first instruction. */
    void learn(Paths paths) {
        for (String path : marks.keySet()) {
            int fd = paths.open(path.getBytes(StandardCharsets.UTF_8));
            if (fd >= 0) {
                var stat = paths.stat(fd);
                if (stat.regular()) {
                    byIdentity.put(new Identity(stat.device(), stat.inode()), path);
                    byWatch.put(witness.watch(fd, WATCHED), path);
                }
                paths.release(fd);
            }
        }
    }

    /** Notes that the caller reaches for a place, if it is a decoy. */
    void touched(Trap trap, Place place, Touch touch) {
        String path = place.found() ? byIdentity.get(identity(place)) : null;
        if (path == null) {
            path = place.remarkedPath();
        }
        BaitMark mark = marks.get(path);
        if (mark != null) {
            note(trap, mark, place.remarkedPath(), touch);
        }
    }

    /** The same for a folder that is moved or removed with all that is in it. */
    void touchedBelow(Trap trap, Place folder, Touch touch) {
        if (folder.found() && folder.stat().folder()) {
            String prefix = folder.remarkedPath() + "/";
            for (var entry : marks.entrySet()) {
                if (entry.getKey().startsWith(prefix)) {
                    note(trap, entry.getValue(), entry.getKey(), touch);
                }
            }
        }
    }

    /** Hears the second witness; what no caller was seen doing is reported without one. */
    void hear(Sink sink) {
        witness.drain(
                (watch, what) -> {
                    String path = byWatch.get(watch);
                    if (path != null && !quiet) {
                        happened(sink, path, what);
                    }
                });
    }

    /** From now on our own side may open the files. */
    void quiet() {
        quiet = true;
    }

    @Override
    public void close() {
        witness.close();
    }

    private void happened(Sink sink, String path, int what) {
        BaitMark mark = marks.get(path);
        if (mark == null) {
            return;
        }
        if ((what & Inotify.OPEN) != 0 && !known(mark)) {
            report(sink, mark, path, Touch.READ);
        }
        if ((what & Inotify.ACCESS) != 0) {
            report(sink, mark, path, Touch.READ);
        }
        if ((what & Inotify.MODIFY) != 0) {
            report(sink, mark, path, Touch.WRITE);
        }
        if ((what & Inotify.DELETE_SELF) != 0) {
            report(sink, mark, path, Touch.DELETE);
        }
        if ((what & Inotify.MOVE_SELF) != 0) {
            report(sink, mark, path, Touch.MOVE);
        }
    }

    private boolean known(BaitMark mark) {
        for (Touch touch : Touch.values()) {
            if (attributed.contains(new Attributed(mark.name(), touch))) {
                return true;
            }
        }
        return false;
    }

    private void report(Sink sink, BaitMark mark, String path, Touch touch) {
        if (attributed.add(new Attributed(mark.name(), touch))) {
            sink.saw(new BaitTouched(mark.name(), mark.kind(), path, touch));
        }
    }

    private void note(Trap trap, BaitMark mark, String path, Touch touch) {
        attributed.add(new Attributed(mark.name(), touch));
        trap.saw(Sense.FILES, new BaitTouched(mark.name(), mark.kind(), path, touch));
    }

    private static Identity identity(Place place) {
        return new Identity(place.stat().device(), place.stat().inode());
    }
}
