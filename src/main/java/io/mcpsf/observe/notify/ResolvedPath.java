package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls.Stat;

/**
 * Where a path leads, as the sandbox sees it. For what does not exist, the path is where it would
 * be. The name says how far the path is to be believed.
 */
record ResolvedPath(String path, boolean found, Stat stat, Name name) {

    private static final Stat NOTHING = new Stat(0, 0, 0, 0, 0, 0);

    /** What the kernel adds to a name that is gone. Anybody may give a file such a name. */
    static final String GONE = " (deleted)";

    /** How far a path is known. */
    enum Name {
        /** The file is there under this path. */
        THERE(""),
        /** The file had this path and has none any more. */
        REMOVED(""),
        /** A file that is there, whose name ends like the kernel's remark. */
        MISLEADING("the file exists and its name really ends in (deleted)"),
        /** It has names, of which this is none any more. */
        OTHER("this name was removed, but the file has another"),
        TOO_LONG("the path is longer than the kernel prints");

        private final String doubt;

        Name(String doubt) {
            this.doubt = doubt;
        }
    }

    static ResolvedPath missing(String path) {
        return new ResolvedPath(path, false, NOTHING, Name.THERE);
    }

    ResolvedPath at(String other) {
        return new ResolvedPath(other, found, stat, name);
    }

    boolean deleted() {
        return found && name == Name.REMOVED && !memory();
    }

    /** Memory that carries a name and was never a file. */
    boolean memory() {
        return found && stat.links() == 0 && path.startsWith("/memfd:");
    }

    /** With the kernel's remark where the name is gone. */
    String remarkedPath() {
        return name == Name.REMOVED ? path + GONE : path;
    }

    /** Why the path must not be believed, or empty. */
    String doubt() {
        return name.doubt;
    }

    boolean same(Stat other) {
        return found && stat.device() == other.device() && stat.inode() == other.inode();
    }
}
