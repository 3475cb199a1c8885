package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.Fanotify;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.linux.Inotify;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.observe.BaitMark;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Which files are decoys, by path and by identity. The host's own word on opened files is a second
 * witness: what gVisor's story does not tell, because a link was swapped or a name is no text, is
 * told by it. It says which process it was, and only gVisor's own count: whoever else on this host
 * reads a decoy is not the sample. Without the right to know, all that happens before the end of
 * the run counts.
 */
final class Decoys implements AutoCloseable {

    /** Opening alone says nothing: gVisor opens what the sample only looks at. */
    private static final int USED = Inotify.ACCESS | Inotify.MODIFY;

    private static final int LOST = Inotify.DELETE_SELF | Inotify.MOVE_SELF;

    private final Map<String, BaitMark> marks;
    private final Map<Identity, String> byIdentity = new HashMap<>();
    private final Map<Integer, String> byWatch = new HashMap<>();
    private final Map<String, Set<Touch>> told = new HashMap<>();
    private final Map<String, Set<Touch>> heard = new HashMap<>();
    private final Inotify witness = new Inotify();
    private final Fanotify named = new Fanotify();
    private int end = -1;
    private boolean over;

    private record Identity(long device, long inode) {}

    Decoys(Map<String, BaitMark> marks) {
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

    /** Learns who the decoys are. */
    void learn(Insides insides, FileCalls files) {
        for (String path : marks.keySet()) {
            int fd = insides.straight(path.getBytes(StandardCharsets.UTF_8), FileCalls.O_NOFOLLOW);
            if (fd >= 0) {
                Stat stat = files.stat(fd);
                if (stat.regular()) {
                    byIdentity.put(new Identity(stat.device(), stat.inode()), path);
                    boolean known = named.watch(fd, USED);
                    byWatch.put(witness.watch(fd, known ? LOST : USED | LOST), path);
                }
                files.close(fd);
            }
        }
    }

    /** The decoy that this file is, by its path among decoys, or empty. */
    String known(Insides.Spot spot) {
        String path =
                spot.seen()
                        ? byIdentity.getOrDefault(
                                new Identity(spot.stat().device(), spot.stat().inode()), "")
                        : "";
        return path.isEmpty() && marks.containsKey(spot.path()) ? spot.path() : path;
    }

    /** Tells that a decoy was reached at a path, if it is one. */
    void touched(Insides.Spot spot, Touch touch, Consumer<BaitTouched> tell) {
        String decoy = known(spot);
        if (!decoy.isEmpty()) {
            touched(decoy, spot.path(), touch, tell);
        }
    }

    void touched(String decoy, String path, Touch touch, Consumer<BaitTouched> tell) {
        BaitMark mark = marks.get(decoy);
        if (mark != null) {
            told.computeIfAbsent(decoy, _ -> new HashSet<>()).add(touch);
            tell.accept(new BaitTouched(mark.name(), mark.kind(), path, touch));
        }
    }

    /** The same for a folder that is moved with all that is in it. */
    void touchedBelow(String folder, Touch touch, Consumer<BaitTouched> tell) {
        for (String decoy : marks.keySet()) {
            if (decoy.startsWith(folder + "/")) {
                touched(decoy, decoy, touch, tell);
            }
        }
    }

    /**
     * Hears the second witness, without telling yet: the story may be on its way.
     *
     * @param insider whether a process of the host is one of gVisor's
     */
    void hear(FileCalls files, IntPredicate insider) {
        named.drain(
                (file, process, what) -> {
                    if (!over && insider.test(process)) {
                        Stat stat = files.stat(file);
                        String path = byIdentity.get(new Identity(stat.device(), stat.inode()));
                        if (path != null) {
                            note(path, what);
                        }
                    }
                });
        witness.drain(
                (watch, what) -> {
                    over |= watch == end;
                    String path = byWatch.get(watch);
                    if (path != null && !over) {
                        note(path, what);
                    }
                });
    }

    /** Tells what the second witness heard and the story has not told. */
    void confess(Consumer<BaitTouched> tell) {
        heard.forEach(
                (path, touches) -> {
                    Set<Touch> known = told.getOrDefault(path, Set.of());
                    for (Touch touch : Touch.values()) {
                        // Whoever writes or moves a file opens it, too.
                        boolean news =
                                touches.contains(touch)
                                        && !known.contains(touch)
                                        && (touch != Touch.READ || known.isEmpty());
                        if (news) {
                            touched(path, path, touch, tell);
                        }
                    }
                });
        heard.clear();
    }

    @Override
    public void close() {
        witness.close();
        named.close();
    }

    private void note(String path, int what) {
        Set<Touch> touches = heard.computeIfAbsent(path, _ -> new HashSet<>());
        if ((what & Inotify.ACCESS) != 0) {
            touches.add(Touch.READ);
        }
        if ((what & Inotify.MODIFY) != 0) {
            touches.add(Touch.WRITE);
        }
        if ((what & Inotify.DELETE_SELF) != 0) {
            touches.add(Touch.DELETE);
        }
        if ((what & Inotify.MOVE_SELF) != 0) {
            touches.add(Touch.MOVE);
        }
    }
}
