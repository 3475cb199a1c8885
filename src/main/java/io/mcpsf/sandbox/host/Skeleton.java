package io.mcpsf.sandbox.host;

import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The plain root of a sandbox: empty folders, an /etc of its own, and the few places of the host
 * that programs cannot do without. Nothing in it names us.
 */
final class Skeleton {

    /** Of the host's /etc only what programs of /usr need to run at all. */
    private static final List<String> SHOWN_FROM_ETC =
            List.of(
                    "/etc/ld.so.cache",
                    "/etc/alternatives",
                    "/etc/ssl/certs",
                    "/etc/ssl/openssl.cnf",
                    "/etc/pki/tls",
                    "/etc/pki/ca-trust",
                    "/etc/ca-certificates",
                    "/etc/services",
                    "/etc/protocols");

    private static final List<String> FOLDERS =
            List.of(
                    "usr",
                    "etc",
                    "etc/ssl",
                    "etc/pki",
                    "proc",
                    "dev",
                    "sys",
                    "tmp",
                    "home",
                    "root",
                    "run",
                    "var",
                    "var/tmp",
                    "var/lib",
                    "var/cache",
                    "var/log",
                    "opt",
                    "srv",
                    "mnt",
                    "media");

    private final Path root;
    private final List<Path> shown = new ArrayList<>();

    private Skeleton(Path root) {
        this.root = root;
    }

    /** Makes it below {@code root}; returns the host's places to show at the same paths inside. */
    static List<Path> make(Path root, World world, int user) {
        var skeleton = new Skeleton(root);
        try {
            Files.createDirectory(root);
            skeleton.folders(FOLDERS);
            skeleton.programs();
            skeleton.etc(world, user);
            skeleton.etcOfHost();
        } catch (IOException e) {
            throw new ExecutorException("cannot make the root folder", e);
        }
        return skeleton.shown;
    }

    /**
     * The same around the system of an image; returns what of it to show, by its paths relative to
     * the root of either.
     */
    static List<Path> around(Path image, Path root, World world, int user) {
        var skeleton = new Skeleton(root);
        try {
            Files.createDirectory(root);
            List<Path> system = ImageSystem.lay(image, root);
            skeleton.folders(FOLDERS.stream().filter(name -> !name.equals("usr")).toList());
            skeleton.etc(world, user);
            return system;
        } catch (IOException e) {
            throw new ExecutorException("cannot make a root folder of the image", e);
        }
    }

    private void folders(List<String> names) throws IOException {
        for (String name : names) {
            if (!Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(root.resolve(name));
            }
        }
    }

    /** /usr, and beside it what the host has: links into /usr, or folders of their own. */
    private void programs() throws IOException {
        shown.add(Path.of("/usr"));
        for (String name : List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32")) {
            Path host = Path.of("/", name);
            if (Files.isSymbolicLink(host)) {
                Files.createSymbolicLink(root.resolve(name), Files.readSymbolicLink(host));
            } else if (Files.isDirectory(host)) {
                Files.createDirectory(root.resolve(name));
                shown.add(host);
            }
        }
    }

    private void etc(World world, int user) throws IOException {
        Persona persona = world.persona();
        String name = persona.user();
        String host = persona.host();
        Map<String, String> files =
                Map.of(
                        "passwd",
                        """
                        root:x:0:0:root:/root:/bin/bash
                        daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
                        %s:x:%d:%d:%s,,,:%s:/bin/bash
                        nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
                        """
                                .formatted(name, user, user, name, persona.home()),
                        "group",
                        """
                        root:x:0:
                        daemon:x:1:
                        tty:x:5:
                        users:x:100:
                        %s:x:%d:
                        nogroup:x:65534:
                        """
                                .formatted(name, user),
                        "hosts",
                        """
                        127.0.0.1\tlocalhost
                        127.0.1.1\t%s
                        ::1\tlocalhost ip6-localhost ip6-loopback
                        """
                                .formatted(host),
                        "hostname",
                        host + "\n",
                        "nsswitch.conf",
                        """
                        passwd: files
                        group: files
                        shadow: files
                        hosts: files dns
                        networks: files
                        protocols: files
                        services: files
                        """,
                        "resolv.conf",
                        "nameserver " + resolver(world) + "\noptions edns0 trust-ad\n",
                        "timezone",
                        "Etc/UTC\n",
                        "machine-id",
                        StateRoot.random(16) + "\n",
                        "shells",
                        "/bin/sh\n/bin/bash\n");
        for (var file : files.entrySet()) {
            Files.writeString(free("etc/" + file.getKey()), file.getValue());
        }
        // A link, not a file: ICU searches all of zoneinfo for the name of a plain file.
        Files.createSymbolicLink(free("etc/localtime"), Path.of("/usr/share/zoneinfo/Etc/UTC"));
        Files.createSymbolicLink(free("etc/mtab"), Path.of("../proc/self/mounts"));
    }

    /** What an image has in the place of it is never written through. */
    private Path free(String path) {
        Trees.delete(root.resolve(path));
        return root.resolve(path);
    }

    private void etcOfHost() throws IOException {
        Files.createSymbolicLink(root.resolve("etc/os-release"), Path.of("../usr/lib/os-release"));
        for (String path : SHOWN_FROM_ETC) {
            show(Path.of(path));
        }
        // Debian keeps the settings of each Java here, and it does not start without.
        try (DirectoryStream<Path> javas =
                Files.newDirectoryStream(Path.of("/etc"), "java-*-openjdk")) {
            for (Path java : javas) {
                show(java);
            }
        }
    }

    /**
     * Without a network the resolver is on the loopback device: questions can be asked, and seen,
     * though nobody answers.
     */
    private static String resolver(World world) {
        return switch (world.network()) {
            case World.Network.Closed() -> "127.0.0.53";
            case World.Network.Joined(_, String resolver) -> resolver;
        };
    }

    /** A folder is shown, a file copied: each mount costs the runtime more than a small copy. */
    private void show(Path host) throws IOException {
        Path here = root.resolve(host.toString().substring(1));
        if (Files.isDirectory(host)) {
            Files.createDirectories(here);
            shown.add(host);
        } else if (Files.isRegularFile(host, LinkOption.NOFOLLOW_LINKS)) {
            Files.copy(host, here);
        }
    }
}
