package io.mcpsf.observe.ebpf;

import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.ebpf.CallRecord.Node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Which files are decoys, by path and by identity, so that no other name hides one. */
final class DecoyIdentities {

    private final Map<String, BaitMark> marks;
    private final Map<Identity, String> byIdentity = new HashMap<>();

    private record Identity(long device, long inode) {}

    DecoyIdentities(Map<String, BaitMark> marks) {
        this.marks = Map.copyOf(marks);
    }

    /** Learns who they are, while nothing of the sample has run. */
    void learn(Path root) {
        for (String path : marks.keySet()) {
            try {
                Path file = root.resolve(path.substring(1));
                byIdentity.put(new Identity(number(file, "dev"), number(file, "ino")), path);
            } catch (IOException notThere) {
                // By its path it is known all the same.
            }
        }
    }

    private static long number(Path file, String name) throws IOException {
        return Files.getAttribute(file, "unix:" + name, LinkOption.NOFOLLOW_LINKS)
                        instanceof Number number
                ? number.longValue()
                : 0;
    }

    /** A file was reached by the kernel. */
    void touched(Pen pen, Node node, Touch touch) {
        String decoy =
                byIdentity.getOrDefault(new Identity(node.device(), node.inode()), node.path());
        tell(pen, decoy, node.path(), touch);
    }

    /** The sample asked for something to be done to a path. */
    void touched(Pen pen, String path, Touch touch) {
        tell(pen, path, path, touch);
    }

    /** The same for a folder with all that is in it. */
    void touchedBelow(Pen pen, String folder, Touch touch) {
        for (String path : marks.keySet()) {
            if (path.startsWith(folder + "/")) {
                tell(pen, path, path, touch);
            }
        }
    }

    private void tell(Pen pen, String decoy, String path, Touch touch) {
        BaitMark mark = marks.get(decoy);
        if (mark != null) {
            pen.saw(Sense.FILES, new BaitTouched(mark.name(), mark.kind(), path, touch));
        }
    }
}
