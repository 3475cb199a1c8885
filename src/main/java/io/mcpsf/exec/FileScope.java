package io.mcpsf.exec;

import io.mcpsf.policy.Policy;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which constant paths are an execution's own business; what is not known is nobody's fault. */
final class FileScope {

    private static final String HOME = "/home/user";
    private static final List<String> OWN =
            List.of("/workspace", "/tmp", "/var/tmp", "/dev/shm", HOME);
    private static final List<String> READ_ONLY =
            List.of("/servers", "/skills", "/code", "/usr", "/lib", "/lib64");
    private static final Pattern DEVICES =
            Pattern.compile("/dev/(null|zero|full|u?random|stdin|stdout|stderr|fd/\\d+)");
    private static final Pattern FACTS =
            Pattern.compile(
                    "/proc/(cpuinfo|meminfo|loadavg|stat|version|uptime|mounts|filesystems)"
                            + "|/proc/self/(status|stat|statm|maps|cgroup|limits|io)"
                            + "|/etc/(os-release|hostname|timezone|localtime|mime\\.types|services"
                            + "|resolv\\.conf|ssl/certs/.*)|/sys/fs/cgroup/.*");

    private final List<String> read;
    private final List<String> write;

    FileScope(Policy.FileAccess files) {
        this.read = files.read();
        this.write = files.write();
    }

    boolean mayRead(String hostile, boolean open) {
        String path = whole(hostile);
        // The root is a folder: it has names, and no content.
        if (unknown(hostile, open) || path.equals("/")) {
            return true;
        }
        boolean named =
                below(path, OWN)
                        || below(path, READ_ONLY)
                        || DEVICES.matcher(path).matches()
                        || FACTS.matcher(path).matches()
                        || below(path, read)
                        || below(path, write);
        return named && !OffLimits.secret(path);
    }

    boolean mayWrite(String hostile, boolean open) {
        String path = whole(hostile);
        boolean named = below(path, OWN) || DEVICES.matcher(path).matches() || below(path, write);
        return unknown(hostile, open) || (named && !OffLimits.secret(path));
    }

    /** As the code would find it: relative to the workspace, without dots and home signs. */
    String whole(String hostile) {
        String plain = hostile.indexOf('\0') < 0 ? hostile : "";
        String path =
                plain.equals("~") || plain.startsWith("~/") ? HOME + plain.substring(1) : plain;
        return Path.of("/workspace").resolve(path).normalize().toString();
    }

    /** A beginning says where it leads only when it is in a folder already. */
    private static boolean unknown(String hostile, boolean open) {
        return hostile.isEmpty()
                || hostile.contains("://")
                || (open && hostile.lastIndexOf('/') <= 0);
    }

    private static boolean below(String path, List<String> folders) {
        return folders.stream()
                .flatMap(folder -> Stream.of(folder, HOME + folder.replaceFirst("^~", "")))
                .anyMatch(folder -> path.equals(folder) || path.startsWith(folder + "/"));
    }
}
