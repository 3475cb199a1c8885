package io.mcpsf.cli;

import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The root of a bare system, as debootstrap makes it: what a package of ours depends on, a Node.js
 * for the sample, and no JDK, no Maven, no compiler. Commands run in it as in a container.
 */
record BareRoot(Path folder) implements AutoCloseable {

    private static final String WANTED =
            "--include=iproute2,nftables,crun,util-linux,python3,nodejs,ca-certificates";
    private static final String KEYRING =
            "http://deb.debian.org/debian/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1-0.2_all.deb";
    private static final String KEYRING_SHA256 =
            "b2e7ed48431bf9e7978ae810bbdaf253093570d6e3f864e575b7c13554b81174";

    /** A container's namespaces, with the host's control groups and devices. */
    private static final String INSIDE =
            """
            root=$1; shift
            mount --bind "$root" "$root"
            mkdir -p "$root/old"
            mount -t proc proc "$root/proc"
            mount -t sysfs sysfs "$root/sys"
            mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
            mount --rbind /dev "$root/dev"
            mount -t tmpfs tmpfs "$root/tmp"
            mount -t tmpfs tmpfs "$root/run"
            cd "$root"
            pivot_root . old
            umount -l /old
            ip link set lo up
            exec env -i HOME=/root LANG=C.UTF-8 \
                PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
            """;

    static BareRoot debian(Path folder) throws InterruptedException {
        needDebootstrap();
        must(
                Command.of(
                        "debootstrap",
                        "--variant=minbase",
                        WANTED,
                        "bookworm",
                        folder.toString(),
                        "http://deb.debian.org/debian"));
        return new BareRoot(folder);
    }

    static BareRoot ubuntu(Path folder) throws IOException, InterruptedException {
        needDebootstrap();
        Path keys = Files.createDirectory(folder.resolveSibling("keys"));
        must(Command.of("dpkg-deb", "-x", keyring(keys).toString(), keys.toString()));
        must(
                Command.of(
                        "debootstrap",
                        "--variant=minbase",
                        "--components=main,universe",
                        "--keyring=" + keys + "/usr/share/keyrings/ubuntu-archive-keyring.gpg",
                        WANTED,
                        "noble",
                        folder.toString(),
                        "http://archive.ubuntu.com/ubuntu",
                        // The script of all releases since then.
                        "gutsy"));
        return new BareRoot(folder);
    }

    String run(String... command) throws InterruptedException {
        var argv = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--net", "--uts"));
        argv.addAll(List.of("--ipc", "--cgroup", "--fork", "--kill-child"));
        argv.addAll(List.of("--propagation", "private", "bash", "-euc", INSIDE, "inside"));
        argv.add(folder.toString());
        argv.addAll(List.of(command));
        return must(Command.of(argv));
    }

    /** Its links lead out of the folder, and each would be a warning when JUnit deletes it. */
    @Override
    public void close() {
        Trees.delete(folder);
    }

    private static void needDebootstrap() throws InterruptedException {
        if (!SystemPackages.here("debootstrap")) {
            SystemPackages.install("debootstrap", said -> {});
        }
    }

    private static Path keyring(Path keys) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            byte[] bytes =
                    client.send(
                                    HttpRequest.newBuilder(URI.create(KEYRING)).build(),
                                    BodyHandlers.ofByteArray())
                            .body();
            String sum =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            if (!sum.equals(KEYRING_SHA256)) {
                throw new AssertionError("another keyring than the one we know: " + sum);
            }
            return Files.write(keys.resolve("keyring.deb"), bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String must(Command command) throws InterruptedException {
        Command.Result result = command.within(Duration.ofMinutes(20)).run();
        if (!result.good()) {
            throw new AssertionError(result.complaint() + "\n" + result.stdout());
        }
        return result.stdout();
    }
}
