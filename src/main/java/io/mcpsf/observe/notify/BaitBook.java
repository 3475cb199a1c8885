package io.mcpsf.observe.notify;

import io.mcpsf.linux.Fanotify;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.linux.Inotify;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which files are decoys, by path and by identity, so that no other name hides one. The kernel's
 * own word on opened files is a second witness: a caller that swaps a path under our eyes is caught
 * by it. It says which process it was, and only the sample's count: whoever else on this machine
 * opens a decoy is not the sample. Without the right to know, all that happens before the end of
 * the run counts.
 */
final class BaitBook implements AutoCloseable {

    private static final int OPENED = Inotify.OPEN | Inotify.ACCESS | Inotify.MODIFY;
    private static final int LOST = Inotify.DELETE_SELF | Inotify.MOVE_SELF;

    private final Map<String, BaitMark> marks;
    private final Map<Identity, String> byIdentity = new HashMap<>();
    private final Map<Integer, String> byWatch = new HashMap<>();
    private final Set<Attributed> attributed = new HashSet<>();
    private final Inotify witness = new Inotify();
    private final Fanotify named = new Fanotify();
    private int end = -1;
    private boolean quiet;

    /** Our number of a process of the sample by its id; 0 for all others. */
    @FunctionalInterface
    interface Census {
        int number(int process);
    }

    private record Identity(long device, long inode) {}

    private record Attributed(String bait, Touch touch) {}

    BaitBook(Map<String, BaitMark> marks) {
        this.marks = Map.copyOf(marks);
    }

    int fd() {
        return witness.fd();
    }

    /** The witness that knows who it was; negative where there is none. */
    int namedFd() {
        return named.fd();
    }

    /** Whatever is heard after somebody opened this file is ours, however late it is heard. */
    void endsWith(Path file) {
        end = witness.watch(file, Inotify.OPEN);
    }

    /** Learns who the decoys are, before the sample's first instruction. */
    void learn(PathLookup paths) {
        for (String path : marks.keySet()) {
            int fd = paths.open(path.getBytes(StandardCharsets.UTF_8));
            if (fd >= 0) {
                var stat = paths.stat(fd);
                if (stat.regular()) {
                    byIdentity.put(new Identity(stat.device(), stat.inode()), path);
                    boolean known = named.watch(fd, OPENED);
                    byWatch.put(witness.watch(fd, known ? LOST : OPENED | LOST), path);
                }
                paths.release(fd);
            }
        }
    }

    /** Notes that the caller reaches for a place, if it is a decoy. */
    void touched(Trap trap, ResolvedPath place, Touch touch) {
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
    void touchedBelow(Trap trap, ResolvedPath folder, Touch touch) {
        if (folder.found() && folder.stat().folder()) {
            String prefix = folder.remarkedPath() + "/";
            for (var entry : marks.entrySet()) {
                if (entry.getKey().startsWith(prefix)) {
                    note(trap, entry.getValue(), entry.getKey(), touch);
                }
            }
        }
    }

    /** Hears the second witness; what no caller was seen doing is reported here. */
    void hear(Sink sink, FileCalls files, Census census) {
        named.drain(
                (file, process, what) -> {
                    int number = quiet ? 0 : census.number(process);
                    if (number != 0) {
                        Stat stat = files.stat(file);
                        String path = byIdentity.get(new Identity(stat.device(), stat.inode()));
                        if (path != null) {
                            happened(sink, number, path, what);
                        }
                    }
                });
        witness.drain(
                (watch, what) -> {
                    quiet |= watch == end;
                    String path = byWatch.get(watch);
                    if (path != null && !quiet) {
                        happened(sink, 0, path, what);
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
        named.close();
    }

    private void happened(Sink sink, int process, String path, int what) {
        BaitMark mark = marks.get(path);
        if (mark == null) {
            return;
        }
        if ((what & Inotify.OPEN) != 0 && !known(mark)) {
            report(sink, process, mark, path, Touch.READ);
        }
        if ((what & Inotify.ACCESS) != 0) {
            report(sink, process, mark, path, Touch.READ);
        }
        if ((what & Inotify.MODIFY) != 0) {
            report(sink, process, mark, path, Touch.WRITE);
        }
        if ((what & Inotify.DELETE_SELF) != 0) {
            report(sink, process, mark, path, Touch.DELETE);
        }
        if ((what & Inotify.MOVE_SELF) != 0) {
            report(sink, process, mark, path, Touch.MOVE);
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

    private void report(Sink sink, int process, BaitMark mark, String path, Touch touch) {
        if (attributed.add(new Attributed(mark.name(), touch))) {
            sink.saw(process, new BaitTouched(mark.name(), mark.kind(), path, touch));
        }
    }

    private void note(Trap trap, BaitMark mark, String path, Touch touch) {
        attributed.add(new Attributed(mark.name(), touch));
        trap.saw(Sense.FILES, new BaitTouched(mark.name(), mark.kind(), path, touch));
    }

    private static Identity identity(ResolvedPath place) {
        return new Identity(place.stat().device(), place.stat().inode());
    }
}
