package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.ebpf.CallRecord.Call;
import io.mcpsf.observe.ebpf.CallRecord.Node;

import java.util.Set;
import java.util.function.Consumer;

/** Opens, by the file that the kernel opened; and what was asked to be done to paths. */
final class FilesTold {

    private static final int O_ACCMODE = 3;
    private static final int O_WRONLY = 1;
    private static final int O_CREAT = 0x40;
    private static final int O_TRUNC = 0x200;
    private static final int O_TMPFILE = 0x400000;
    private static final int MODE = 07777;
    private static final String GONE = " (deleted)";

    /** What an open says when there is nothing at the path. */
    private static final Set<Integer> NOTHING_THERE =
            Set.of(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.ENAMETOOLONG);

    private static final Set<String> WITHOUT_PATH = Set.of("fchmod", "fchown");

    private final DecoyIdentities decoys;

    FilesTold(DecoyIdentities decoys) {
        this.decoys = decoys;
    }

    /** Whether that was such a call. */
    boolean told(CallRecord record, Pen pen) {
        Call call = record.call();
        switch (call.name()) {
            case "open" -> opened(record, call.small(1), pen);
            case "openat" -> opened(record, call.small(2), pen);
            // Its flags are behind a pointer: of a file that was opened the kernel knows them.
            case "openat2" -> opened(record, record.node().flags(), pen);
            case "creat" -> opened(record, O_CREAT | O_WRONLY | O_TRUNC, pen);
            case "unlink", "unlinkat", "rmdir" -> deleted(record, pen);
            case "rename", "renameat", "renameat2" -> moved(record, pen);
            case "link", "linkat" -> acted(record, Act.LINK, other(record), pen);
            case "symlink", "symlinkat" ->
                    acted(record, Act.SYMLINK, ClaimedPath.text(record.texts().second()), pen);
            case "chmod", "fchmod" -> acted(record, Act.CHMOD, mode(call.small(1)), pen);
            case "fchmodat", "fchmodat2" -> acted(record, Act.CHMOD, mode(call.small(2)), pen);
            case "chown", "lchown", "fchown" -> acted(record, Act.CHOWN, owner(call, 1), pen);
            case "fchownat" -> acted(record, Act.CHOWN, owner(call, 2), pen);
            case "mkdir", "mkdirat" -> acted(record, Act.MKDIR, "", pen);
            case "mknod", "mknodat" -> acted(record, Act.MAKE_NODE, "", pen);
            case "truncate" -> {
                acted(record, Act.TRUNCATE, "", pen);
                decoys.touched(pen, place(record, pen), Touch.WRITE);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void opened(CallRecord record, int flags, Pen pen) {
        if (record.call().failed()) {
            failed(record, flags, pen);
            return;
        }
        Node node = record.node();
        byte[] copied = record.texts().first();
        // The kernel's path is known even where the string could not be copied.
        String asked = copied.length == 0 ? node.path() : ClaimedPath.text(copied);
        Access access = access(flags, node);
        pen.saw(
                Sense.FILES,
                new FileOpened(
                        path(node, asked, pen),
                        asked,
                        access,
                        access != Access.CREATE || (flags & O_TMPFILE) == O_TMPFILE));
        if (access != Access.LOOK) {
            touched(flags, touch -> decoys.touched(pen, node, touch));
        }
    }

    /** There is no file behind it: its path is the sample's word. */
    private void failed(CallRecord record, int flags, Pen pen) {
        String path = place(record, pen);
        String asked = ClaimedPath.text(record.texts().first());
        boolean found = !NOTHING_THERE.contains(record.call().errno());
        Access access = claimed(flags, found);
        pen.saw(Sense.FILES, new FileOpened(path, asked, access, found));
        if (found && access != Access.LOOK) {
            touched(flags, touch -> decoys.touched(pen, path, touch));
        }
    }

    private static void touched(int flags, Consumer<Touch> tell) {
        int mode = flags & O_ACCMODE;
        if (mode != O_WRONLY) {
            tell.accept(Touch.READ);
        }
        if (mode != 0 || (flags & O_TRUNC) != 0) {
            tell.accept(Touch.WRITE);
        }
    }

    /** The kernel's path; what is in no folder is told as it was asked for. */
    private static String path(Node node, String asked, Pen pen) {
        if (!node.whole() && !node.memory()) {
            if (!node.path().isEmpty()) {
                pen.missed("a path that the kernel's sensor could not follow to its root");
            }
            return asked;
        }
        String path = node.path().isEmpty() ? "/" : node.path();
        // Under /proc the kernel knows no "self": whoever asked for himself is told so.
        if (asked.startsWith("/proc/self/") && path.matches("/proc/[0-9]+/.*")) {
            return "/proc/self" + path.substring(path.indexOf('/', "/proc/".length()));
        }
        return node.deleted() ? path + GONE : path;
    }

    private static Access access(int flags, Node node) {
        if ((flags & FileCalls.O_PATH) != 0) {
            return Access.LOOK;
        }
        if ((flags & O_TMPFILE) == O_TMPFILE) {
            return Access.CREATE;
        }
        if (node.folder()) {
            return Access.LOOK;
        }
        if (node.created()) {
            return Access.CREATE;
        }
        return (flags & O_ACCMODE) != 0 || (flags & O_TRUNC) != 0 ? Access.WRITE : Access.READ;
    }

    private static Access claimed(int flags, boolean found) {
        if ((flags & (FileCalls.O_PATH | FileCalls.O_DIRECTORY)) != 0) {
            return Access.LOOK;
        }
        if ((flags & O_CREAT) != 0 && !found) {
            return Access.CREATE;
        }
        return (flags & O_ACCMODE) != 0 || (flags & O_TRUNC) != 0 ? Access.WRITE : Access.READ;
    }

    private void deleted(CallRecord record, Pen pen) {
        acted(record, Act.DELETE, "", pen);
        decoys.touched(pen, place(record, pen), Touch.DELETE);
    }

    private void moved(CallRecord record, Pen pen) {
        String to = other(record);
        acted(record, Act.RENAME, to, pen);
        String from = place(record, pen);
        decoys.touched(pen, from, Touch.MOVE);
        decoys.touchedBelow(pen, from, Touch.MOVE);
        if (!record.call().failed()) {
            decoys.touched(pen, to, Touch.WRITE);
        }
    }

    private static void acted(CallRecord record, Act act, String to, Pen pen) {
        pen.saw(Sense.FILES, new FileActed(act, place(record, pen), to));
    }

    /** The first path of a call, or the file of its descriptor where it has no path. */
    private static String place(CallRecord record, Pen pen) {
        byte[] first = record.texts().first();
        boolean written = !WITHOUT_PATH.contains(record.call().name());
        // Even an empty one has its end. What is not there fails in the kernel, too.
        if (written && first.length == 0 && record.call().errno() != Errno.EFAULT) {
            pen.missed("a path that could not be read");
        }
        return ClaimedPath.from(record.node().path(), ClaimedPath.text(first));
    }

    /** The second path, which begins at a folder of its own where the call names one. */
    private static String other(CallRecord record) {
        String written = ClaimedPath.text(record.texts().second());
        Call call = record.call();
        boolean sameFolder = !call.name().contains("at") || call.small(0) == call.small(2);
        return sameFolder || written.startsWith("/")
                ? ClaimedPath.from(record.node().path(), written)
                : written;
    }

    private static String mode(int mode) {
        return "%04o".formatted(mode & MODE);
    }

    private static String owner(Call call, int argument) {
        return call.small(argument) + ":" + call.small(argument + 1);
    }
}
