package io.mcpsf.boundary;

import io.mcpsf.linux.Mounts;
import io.mcpsf.linux.Users;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where network namespaces have their names. A plain user may not write there; in a mount namespace
 * of our own we put an empty folder in its place, which nobody else sees and which ends with us.
 */
final class NamespaceFolder {

    static final Path PATH = Path.of("/run/netns");

    private static final Path RUN = Path.of("/run");
    private static final Path NAME_SERVERS = Path.of("/etc/resolv.conf");
    private static final long ALL_IDS = (1L << 32) - 1;
    private static final long BYTES = 1 << 20;
    private static final long FILES = 4096;

    private NamespaceFolder() {}

    /**
     * Whether we are root in a user namespace only, and so may not go back to the host's network.
     */
    static boolean ours() {
        return !Users.mapped(0, ALL_IDS);
    }

    static synchronized void prepare() throws IOException {
        if (!ours() || Files.isWritable(Files.isDirectory(PATH) ? PATH : RUN)) {
            return;
        }
        if (Files.isDirectory(PATH)) {
            Mounts.memory(PATH, BYTES, FILES);
            return;
        }
        // The whole of /run has to go, and with it often the file that says who resolves names.
        byte[] servers =
                Files.isReadable(NAME_SERVERS) ? Files.readAllBytes(NAME_SERVERS) : new byte[0];
        Path file = Files.exists(NAME_SERVERS) ? NAME_SERVERS.toRealPath() : NAME_SERVERS;
        Mounts.memory(RUN, BYTES, FILES);
        Files.createDirectory(PATH);
        if (!Files.exists(file) && file.startsWith(RUN)) {
            Files.createDirectories(file.resolveSibling(""));
            Files.write(file, servers);
        }
    }
}
