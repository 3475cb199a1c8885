package io.mcpsf.sandbox.docker;

import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.oci.Installed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A real Docker engine for one test class: the system's packages, only unpacked, and a daemon with
 * a folder, socket and control group of its own and no bridge. Nothing of an engine that may be
 * installed here is touched, and closing it leaves nothing.
 */
public final class PrivateEngine implements AutoCloseable {

    private static final List<String> PACKAGES =
            List.of("docker.io", "containerd", "runc", "busybox-static");
    private static final Path UNPACKED = Path.of("target", "engine").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Cleanup undo = new Cleanup();
    private final Cleanup last = new Cleanup();

    private PrivateEngine(Path folder) {
        this.folder = folder;
    }

    public static PrivateEngine start(String... options) {
        return start(Map.of(), options);
    }

    /**
     * @param places where of the daemon is to be instead of in its folder, such as a small disk for
     *     its data, or a runtime in place of the usual one
     */
    static PrivateEngine start(Map<String, Path> places, String... options) {
        unpack();
        var engine = new PrivateEngine(TemporaryTree.make("engine"));
        try {
            engine.up(places, List.of(options));
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** One that has gVisor as a runtime, as an administrator would register it. */
    public static PrivateEngine withGvisor() {
        Path wrapper = UNPACKED.resolveSibling("runsc-for-docker");
        try {
            Files.createDirectories(wrapper.getParent());
            // gVisor before 20240807 takes every network for the host's where it sees this folder.
            Files.writeString(
                    wrapper,
                    """
                    #!/bin/sh
                    exec unshare -m --propagation slave sh -c \
                        'mount -t tmpfs -o ro none /proc/sys/net && exec "$0" "$@"' \
                        %s --platform=systrap --directfs=false --overlay2=none --network=sandbox "$@"
                    """
                            .formatted(Installed.gvisorProgram()));
            Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return start("--add-runtime", "runsc=" + wrapper);
    }

    /** One in whose containers no listener of ours can be had. */
    public static PrivateEngine withoutListener() {
        unpack();
        var runtime = new ListeningRuntime(UNPACKED.resolve("usr/sbin/runc"));
        try {
            PrivateEngine engine = start(Map.of("runtime", runtime.folder()));
            engine.last.add(runtime::close);
            return engine;
        } catch (RuntimeException | AssertionError e) {
            runtime.close();
            throw e;
        }
    }

    /** The environment by which a client finds it. */
    public Map<String, String> environment() {
        return Map.of(
                "PATH",
                path() + ":" + Command.PATH,
                "DOCKER_HOST",
                host(),
                "HOME",
                folder.toString());
    }

    static String path() {
        unpack();
        return UNPACKED + "/usr/sbin:" + UNPACKED + "/usr/bin";
    }

    /** A folder with a shell, as the root of an image. */
    static Path busybox() {
        unpack();
        Path root = UNPACKED.resolveSibling("busybox");
        if (!Files.exists(root)) {
            must(Command.of("mkdir", "-p", root + "/bin"));
            must(Command.of("cp", UNPACKED + "/bin/busybox", root + "/bin/busybox"));
            for (String name : List.of("sh", "true", "sleep", "ls", "cat", "id")) {
                must(Command.of("ln", "-sf", "busybox", root + "/bin/" + name));
            }
        }
        return root;
    }

    public String host() {
        return "unix://" + socket();
    }

    Path socket() {
        return folder.resolve("socket");
    }

    /** The names of all its containers. */
    public List<String> containers() {
        return ask("ps", "--all", "--format", "{{.Names}}").lines().toList();
    }

    /** What its own client says; a failure fails the test. */
    public String ask(String... arguments) {
        var result = run(arguments);
        if (!result.good()) {
            throw new AssertionError(String.join(" ", arguments) + ": " + result.complaint());
        }
        return result.stdout().strip();
    }

    public Command.Result run(String... arguments) {
        List<String> argv = new ArrayList<>(List.of(UNPACKED + "/usr/bin/docker", "-H", host()));
        argv.addAll(List.of(arguments));
        try {
            return Command.of(argv).within(PATIENCE).run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        undo.close();
        unmount();
        Trees.delete(folder);
        removeGroups();
        last.close();
    }

    private void up(Map<String, Path> places, List<String> options) {
        String first = places.containsKey("runtime") ? places.get("runtime") + ":" : "";
        Map<String, String> env =
                new HashMap<>(Map.of("PATH", first + path() + ":" + Command.PATH));
        env.put("HOME", folder.toString());
        List<String> argv = new ArrayList<>(List.of("dockerd", "-H", host()));
        argv.addAll(
                List.of(
                        "--data-root",
                        places.getOrDefault("data", folder.resolve("data")) + "",
                        "--exec-root",
                        folder.resolve("exec") + "",
                        "--pidfile",
                        folder.resolve("pid") + "",
                        "--cgroup-parent",
                        "/" + folder.getFileName(),
                        "--bridge=none",
                        "--iptables=false",
                        "--ip-forward=false"));
        argv.addAll(options);
        argv.set(0, UNPACKED.resolve("usr/sbin/dockerd").toString());
        Child daemon = Command.of(argv).withOnly(env).startSilent();
        undo.add(
                () -> {
                    // It ends what it started when it is asked to end, and not when it is killed.
                    ProcessHandle.of(daemon.pid()).ifPresent(ProcessHandle::destroy);
                    if (!daemon.await(PATIENCE)) {
                        daemon.close();
                    }
                });
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!run("version").good()) {
            if (!daemon.alive() || System.nanoTime() > end) {
                throw new AssertionError("dockerd did not start: " + argv);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static void unpack() {
        unpack(PACKAGES, UNPACKED);
    }

    /** Fetches packages of this system and unpacks them, once; nothing is installed. */
    static synchronized void unpack(List<String> packages, Path into) {
        Path debs = TemporaryTree.make("debs");
        // Several classes run at a time, each in a process of its own.
        Path lock = into.resolveSibling(into.getFileName() + ".lock");
        try (var held =
                        FileChannel.open(
                                lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = held.lock()) {
            if (Files.exists(into)) {
                return;
            }
            List<String> get = new ArrayList<>(List.of("apt-get", "-qq", "download"));
            get.addAll(packages);
            must(Command.of(get).in(debs).within(Duration.ofMinutes(3)));
            Path fresh = into.resolveSibling(into.getFileName() + ".new");
            Files.createDirectories(fresh);
            try (Stream<Path> all = Files.list(debs)) {
                for (Path deb : all.toList()) {
                    must(
                            Command.of("dpkg", "-x", deb.toString(), fresh.toString())
                                    .within(Duration.ofMinutes(5)));
                }
            }
            Files.move(fresh, into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Trees.delete(debs);
        }
    }

    static void must(Command command) {
        try {
            var result = command.run();
            if (!result.good()) {
                throw new AssertionError(command.argv() + ": " + result.complaint());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What a daemon left mounted, and only below our folder. */
    private void unmount() {
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            mounts.map(line -> line.split(" ")[4])
                    .filter(at -> at.startsWith(folder + "/"))
                    .sorted((a, b) -> b.length() - a.length())
                    .forEach(at -> must(Command.of("umount", "-l", at)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Its own, and what is left in them: gVisor does not always remove the group of a container.
     */
    private void removeGroups() {
        try (Stream<Path> roots = Files.list(Path.of("/sys/fs/cgroup"))) {
            for (Path root : Stream.concat(Stream.of(Path.of("/sys/fs/cgroup")), roots).toList()) {
                Path group = root.resolve(folder.getFileName());
                if (Files.isDirectory(group)) {
                    try (Stream<Path> all = Files.find(group, 4, (_, at) -> at.isDirectory())) {
                        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                            Files.deleteIfExists(each);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
