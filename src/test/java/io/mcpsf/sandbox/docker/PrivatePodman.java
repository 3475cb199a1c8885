package io.mcpsf.sandbox.docker;

import io.mcpsf.os.Command;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real Podman for one test class: the system's packages, only unpacked, with a store of its own.
 * Nothing of a Podman that may be installed here is touched, and closing it leaves nothing.
 */
final class PrivatePodman implements AutoCloseable {

    private static final List<String> PACKAGES =
            List.of(
                    "podman",
                    "conmon",
                    "libgpgme11",
                    "libassuan0",
                    "libdevmapper1.02.1",
                    "libsubid4",
                    "libglib2.0-0");
    private static final Path UNPACKED = Path.of("target", "podman").toAbsolutePath();

    private final Path folder = Trees.temporary("podman");

    private PrivatePodman() {}

    static PrivatePodman start() {
        PrivateEngine.unpack(PACKAGES, UNPACKED);
        var podman = new PrivatePodman();
        podman.furnish();
        return podman;
    }

    /** The environment by which its client is found. */
    Map<String, String> environment() {
        return Map.of(
                "PATH",
                folder.resolve("bin") + ":" + Command.PATH,
                "HOME",
                folder.resolve("home").toString());
    }

    @Override
    public void close() {
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            mounts.map(line -> line.split(" ")[4])
                    .filter(at -> at.startsWith(folder + "/"))
                    .sorted((a, b) -> b.length() - a.length())
                    .forEach(at -> PrivateEngine.must(Command.of("umount", "-l", at)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Trees.delete(folder);
    }

    private void furnish() {
        String libraries =
                UNPACKED + "/usr/lib/x86_64-linux-gnu:" + UNPACKED + "/lib/x86_64-linux-gnu";
        try {
            Path home = Files.createDirectories(folder.resolve("home/.config/containers"));
            Files.writeString(
                    home.resolve("policy.json"),
                    "{\"default\": [{\"type\": \"insecureAcceptAnything\"}]}");
            Path settings =
                    Files.writeString(
                            folder.resolve("containers.conf"),
                            """
                            [engine]
                            conmon_path = ["%s/usr/bin/conmon"]
                            runtime = "runc"
                            cgroup_manager = "cgroupfs"
                            events_logger = "file"
                            """
                                    .formatted(UNPACKED));
            Path client = Files.createDirectory(folder.resolve("bin")).resolve("podman");
            Files.writeString(
                    client,
                    """
                    #!/bin/sh
                    export LD_LIBRARY_PATH=%s CONTAINERS_CONF=%s
                    exec %s/usr/bin/podman --root %s/store --runroot %s/run --tmpdir %s/tmp \\
                        --storage-driver vfs "$@"
                    """
                            .formatted(libraries, settings, UNPACKED, folder, folder, folder));
            Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
