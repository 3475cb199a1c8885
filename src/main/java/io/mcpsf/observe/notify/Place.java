package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls.Stat;

/**
 * Where a path leads, as the sandbox sees it. For what does not exist, the path is where it would
 * be.
 */
record Place(String path, boolean found, Stat stat) {

    private static final Stat NOTHING = new Stat(0, 0, 0, 0, 0, 0);
    private static final String GONE = " (deleted)";

    static Place missing(String path) {
        return new Place(path, false, NOTHING);
    }

    boolean deleted() {
        return found && stat.links() == 0 && path.endsWith(GONE);
    }

    /** Memory that carries a name and was never a file. */
    boolean memory() {
        return found && stat.links() == 0 && path.startsWith("/memfd:");
    }

    /** Without the kernel's remark that the name is gone. */
    String plainPath() {
        return deleted() ? path.substring(0, path.length() - GONE.length()) : path;
    }
}
