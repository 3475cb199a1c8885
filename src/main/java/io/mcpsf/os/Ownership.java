package io.mcpsf.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** Who could have written a file. */
public final class Ownership {

    private static final Path OURSELVES = Path.of("/proc/self");

    private Ownership() {}

    /**
     * Whether nobody but this user can have written the file or put another in its place: it and
     * the folder it lies in are this user's, and neither is open to everybody. The folder may also
     * be the system's. A link counts as what it leads to, and only if it is this user's as well.
     */
    public static boolean oursAlone(Path file) {
        try {
            Path real = file.toRealPath();
            Path folder = real.getParent();
            return Files.isRegularFile(real)
                    && ours(file)
                    && ours(real)
                    && closed(real)
                    && folder != null
                    && (ours(folder) || systems(folder))
                    && closed(folder);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    static boolean ours(Path path) throws IOException {
        if (!Files.exists(OURSELVES)) {
            String owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
            return owner.equals(System.getProperty("user.name", ""));
        }
        return uid(path).equals(uid(OURSELVES.toRealPath()));
    }

    private static boolean systems(Path path) throws IOException {
        return uid(path).equals(0);
    }

    private static Object uid(Path path) throws IOException {
        return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean closed(Path path) throws IOException {
        return !Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE);
    }
}
