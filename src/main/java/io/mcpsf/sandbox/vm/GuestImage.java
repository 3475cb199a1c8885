package io.mcpsf.sandbox.vm;

import io.mcpsf.model.Sha256;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The programs of a guest: the host's /usr as a read-only image, and a first root that mounts it.
 * An image is made anew when the host's packages have changed.
 */
final class GuestImage {

    /** What no program of a language needs, and what is large. */
    private static final String LEFT_OUT =
            "^(include|src|games|sbin|libexec"
                + "|lib/(jvm|llvm-.*|gcc|google-cloud-sdk|chromium|firmware|modules|debug"
                + "|postgresql|go.*)"
                + "|share/locale/[^/]+/[^/]+|share/(doc|man|icons|vim|gtk.*|fonts|sounds|backgrounds|info|help"
                + "|lintian|bug|pixmaps|i18n|themes)|local/(go|share|include|src|games|man)"
                + "|lib/[^/]*-linux-gnu/(dri|libLLVM.*|gstreamer.*|qemu.*|libwebkit.*"
                + "|libclang.*|.*[.]a))(/|$)";

    /** What changes when programs of the host do. */
    private static final List<String> SIGNS =
            List.of(
                    "/var/lib/dpkg/status",
                    "/etc/ld.so.cache",
                    "/usr/bin",
                    "/usr/local/bin",
                    "/usr/local/lib",
                    "/usr/lib/python3/dist-packages",
                    "/usr/lib/node_modules");

    private static final List<String> FOLDERS =
            List.of(
                    "proc",
                    "sys",
                    "dev",
                    "usr",
                    "etc",
                    "etc/ssl",
                    "tmp",
                    "run",
                    "var",
                    "var/tmp",
                    "var/lib",
                    "var/cache",
                    "var/log",
                    "root",
                    "home",
                    "opt",
                    "srv",
                    "mnt",
                    "media",
                    "modules");

    private static final List<String> FROM_ETC =
            List.of("ld.so.cache", "ssl/openssl.cnf", "services", "protocols");

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final VmParts parts;
    private final String key;

    private GuestImage(VmParts parts, String key) {
        this.parts = parts;
        this.key = key;
    }

    /** That of the host's programs as they are now. */
    static GuestImage of(VmParts parts) {
        var signs = new StringBuilder(LEFT_OUT);
        try {
            for (String sign : SIGNS) {
                signs.append(of(Path.of(sign)));
            }
            for (Path version : matching(Path.of("/usr/local/lib"), "python3*")) {
                signs.append(of(version.resolve("dist-packages")));
            }
        } catch (IOException e) {
            throw new ExecutorException("the programs of this host cannot be listed", e);
        }
        return new GuestImage(
                parts,
                Sha256.of(signs.toString().getBytes(StandardCharsets.UTF_8))
                        .hex()
                        .substring(0, 16));
    }

    private static String of(Path sign) {
        try {
            BasicFileAttributes about =
                    Files.readAttributes(
                            sign, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return "%s %s %d\n".formatted(sign, about.lastModifiedTime(), about.size());
        } catch (IOException absent) {
            return sign + " is not here\n";
        }
    }

    String key() {
        return key;
    }

    /** The image, made if it has to be; others of this host are deleted then. */
    Path disk() throws IOException, InterruptedException {
        Path disk = parts.folder().resolve("usr-" + key + ".erofs");
        if (Files.exists(disk)) {
            return disk;
        }
        Path fresh = parts.folder().resolve("usr.new");
        Files.deleteIfExists(fresh);
        Command.Result made =
                Command.of(
                                VmParts.MAKE_IMAGE,
                                "--quiet",
                                "--all-root",
                                "--exclude-regex=" + LEFT_OUT,
                                fresh.toString(),
                                "/usr")
                        .within(PATIENCE)
                        .run();
        if (!made.good()) {
            Files.deleteIfExists(fresh);
            throw new ExecutorException("the image of /usr cannot be made: " + made.complaint());
        }
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
        for (Path old : matching(parts.folder(), "usr-*.erofs")) {
            Files.delete(old);
        }
        Files.move(fresh, disk, StandardCopyOption.ATOMIC_MOVE);
        return disk;
    }

    /** What the kernel starts with: modules, a shell, and our two programs. */
    byte[] firstRoot() throws IOException {
        var root = new CpioArchive();
        FOLDERS.forEach(root::folder);
        for (String name : List.of("bin", "lib", "lib64", "sbin")) {
            root.link(name, "usr/" + name);
        }
        root.file("busybox", 0755, Files.readAllBytes(parts.shell()));
        root.file("init", 0755, ours("init.sh"));
        root.file("init.py", 0644, ours("init.py"));
        for (String module : VmParts.MODULES) {
            root.file("modules/" + module + ".ko", 0644, Files.readAllBytes(parts.module(module)));
        }
        for (String name : FROM_ETC) {
            Path file = Path.of("/etc", name);
            if (Files.isRegularFile(file)) {
                root.file("etc/" + name, 0644, Files.readAllBytes(file));
            }
        }
        Path alternatives = Path.of("/etc/alternatives");
        if (Files.isDirectory(alternatives)) {
            root.folder("etc/alternatives");
            for (Path link : matching(alternatives, "*")) {
                if (Files.isSymbolicLink(link)) {
                    root.link(
                            "etc/alternatives/" + link.getFileName(),
                            Files.readSymbolicLink(link).toString());
                }
            }
        }
        return root.finish();
    }

    static byte[] ours(String name) throws IOException {
        try (var in = GuestImage.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    static List<Path> matching(Path folder, String pattern) throws IOException {
        var paths = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(folder, pattern)) {
            found.forEach(paths::add);
        }
        return paths;
    }
}
