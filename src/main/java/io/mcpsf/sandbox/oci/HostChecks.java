package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.Machine;
import io.mcpsf.linux.Users;
import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.HostCheck;
import io.mcpsf.sandbox.HostCheck.Grade;
import io.mcpsf.sandbox.host.Leftovers;
import io.mcpsf.sandbox.host.StateRoot;
import io.mcpsf.sandbox.host.UserMapping;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at what this host has of what sandboxes need, without changing anything. */
public final class HostChecks {

    private static final long ENOUGH_MEMORY = 1536L << 20;
    private static final Pattern VERSION = Pattern.compile("^(\\d+)\\.(\\d+)");

    private HostChecks() {}

    /** All checks, the most fundamental first. */
    public static List<HostCheck> all() {
        List<HostCheck> checks = new ArrayList<>();
        checks.add(system());
        if (checks.getFirst().grade() == Grade.MISSING) {
            return checks;
        }
        // Looked at before a runtime is tried, which sweeps.
        HostCheck leftovers = leftovers();
        checks.add(architecture(System.getProperty("os.arch", "")));
        checks.add(kernel(System.getProperty("os.version", "")));
        checks.add(notification());
        checks.add(privileges());
        checks.add(namespaces());
        checks.add(groups(Cgroups.here()));
        checks.addAll(runtimes());
        checks.add(interpreter("node", "JavaScript servers cannot be started"));
        checks.add(interpreter("python3", "Python servers cannot be started"));
        checks.add(memory());
        checks.add(leftovers);
        return checks;
    }

    private static HostCheck system() {
        String name = System.getProperty("os.name", "");
        return OciRuntimes.linux()
                ? HostCheck.good("system", name)
                : new HostCheck(
                        "system",
                        Grade.MISSING,
                        name,
                        "no local sandboxes",
                        "use a Linux host, Docker or the cloud executor");
    }

    static HostCheck architecture(String found) {
        return switch (Machine.named(found).orElse(null)) {
            case X86_64 -> HostCheck.good("architecture", "x86_64");
            case AARCH64 ->
                    new HostCheck(
                            "architecture",
                            Grade.DEGRADED,
                            found,
                            "mcpsf was never run on such hardware; virtual machines and a later"
                                    + " clock work on x86_64 only",
                            "use an x86_64 host for verdicts that matter");
            case null ->
                    new HostCheck(
                            "architecture",
                            Grade.MISSING,
                            found,
                            "there is no system call table for it",
                            "use an x86_64 host or the cloud executor");
        };
    }

    static HostCheck kernel(String found) {
        Matcher version = VERSION.matcher(found);
        int number =
                version.find()
                        ? Integer.parseInt(version.group(1)) * 1000
                                + Integer.parseInt(version.group(2))
                        : 0;
        if (number >= 5019) {
            return HostCheck.good("kernel", found);
        }
        return number >= 5006
                ? new HostCheck(
                        "kernel",
                        Grade.DEGRADED,
                        found,
                        "before Linux 5.19, signals can make monitored system calls appear twice",
                        "upgrade the kernel")
                : new HostCheck(
                        "kernel",
                        Grade.MISSING,
                        found,
                        "system calls cannot be monitored before Linux 5.6",
                        "upgrade the kernel");
    }

    private static HostCheck notification() {
        String actions = read("/proc/sys/kernel/seccomp/actions_avail");
        return actions.contains("user_notif")
                ? HostCheck.good("system call monitoring", "seccomp user notification")
                : new HostCheck(
                        "system call monitoring",
                        Grade.MISSING,
                        actions.isEmpty() ? "no seccomp" : actions.strip(),
                        "nothing inside a sandbox can be monitored",
                        "use a kernel with CONFIG_SECCOMP_FILTER");
    }

    private static HostCheck privileges() {
        if (UserMapping.rangesHere()) {
            return HostCheck.good("privileges", "root");
        }
        return new HostCheck(
                "privileges",
                Grade.DEGRADED,
                Users.effective() == 0 ? "root of a user namespace" : "an unprivileged user",
                "sandboxes run as your own user; memory and processes are monitored, not limited by"
                        + " the kernel",
                "start mcpsf with sudo");
    }

    private static HostCheck namespaces() {
        String most = read("/proc/sys/user/max_user_namespaces").strip();
        if (most.isEmpty() || most.equals("0")) {
            return new HostCheck(
                    "user namespaces",
                    Grade.MISSING,
                    "disabled",
                    "no sandbox can be created",
                    "sudo sysctl user.max_user_namespaces=15000");
        }
        if (Rootless.needed()) {
            try {
                Rootless.requirePossible();
            } catch (ExecutorException e) {
                return new HostCheck(
                        "user namespaces",
                        Grade.MISSING,
                        "not for unprivileged users",
                        "no sandbox without sudo",
                        Rootless.mend());
            }
        }
        return HostCheck.good("user namespaces", "at most " + most);
    }

    static HostCheck groups(Cgroups host) {
        String found = host.flavour() + " with " + String.join(", ", host.usable());
        return host.missing().isEmpty()
                ? HostCheck.good("control groups", found)
                : new HostCheck(
                        "control groups",
                        Grade.DEGRADED,
                        found,
                        "not limited by the kernel: " + String.join(", ", host.missing()),
                        Rootless.needed()
                                ? "start mcpsf with sudo"
                                : "mount the cgroup hierarchy writable");
    }

    private static List<HostCheck> runtimes() {
        List<HostCheck> checks = new ArrayList<>();
        List<RuntimeBinary> installed = OciRuntimes.installed();
        for (RuntimeBinary runtime : installed) {
            checks.add(runtime(runtime));
        }
        if (installed.stream().noneMatch(r -> r.kind() == RuntimeKind.RUNSC)) {
            checks.add(
                    new HostCheck(
                            "runsc",
                            Grade.DEGRADED,
                            "gVisor is not installed",
                            "tier maximum is not available, and the aggressive profile tests on one"
                                    + " kernel only",
                            "mcpsf doctor --install runsc"));
        }
        usual(installed, checks, UserMapping.rangesHere()).ifPresent(checks::add);
        return checks;
    }

    /** What {@code auto} takes: gVisor is taken only by name or by tier. */
    static Optional<HostCheck> usual(
            List<RuntimeBinary> installed, List<HostCheck> checks, boolean mayInstall) {
        List<String> usual =
                installed.stream()
                        .map(RuntimeBinary::kind)
                        .filter(kind -> kind != RuntimeKind.RUNSC)
                        .map(RuntimeKind::program)
                        .toList();
        if (checks.stream().anyMatch(c -> usual.contains(c.name()) && c.grade() == Grade.GOOD)) {
            return Optional.empty();
        }
        if (usual.isEmpty() && mayInstall) {
            return Optional.of(
                    new HostCheck(
                            "runtime",
                            Grade.DEGRADED,
                            "neither crun nor runc is installed",
                            "crun is installed automatically when needed",
                            RuntimeInstaller.command(RuntimeKind.CRUN)));
        }
        return Optional.of(
                new HostCheck(
                        "runtime",
                        Grade.MISSING,
                        usual.isEmpty()
                                ? "neither crun nor runc is installed"
                                : "neither crun nor runc works",
                        "no sandbox can be created, unless runsc works and is selected with"
                                + " --runtime runsc",
                        RuntimeInstaller.command(RuntimeKind.CRUN)));
    }

    private static HostCheck runtime(RuntimeBinary runtime) {
        String name = runtime.kind().program();
        String found = runtime.version() + " at " + runtime.path();
        if (Rootless.needed()) {
            return HostCheck.good(name, found); // Tried only where a sandbox can be made.
        }
        try (OciExecutor executor = OciRuntimes.probed(runtime)) {
            return HostCheck.good(
                    name, found + ", ran a program in " + executor.capabilities().kernel());
        } catch (ExecutorException e) {
            return new HostCheck(
                    name,
                    Grade.DEGRADED,
                    found + " does not work: " + e.getMessage(),
                    "it is not used",
                    switch (runtime.kind()) {
                        case CRUN -> RuntimeInstaller.command(RuntimeKind.RUNC);
                        case RUNC -> RuntimeInstaller.command(RuntimeKind.CRUN);
                        case RUNSC -> "mcpsf doctor --install runsc";
                    });
        }
    }

    /** Only what is below /usr is seen inside. */
    private static HostCheck interpreter(String program, String otherwise) {
        for (String folder : List.of("/usr/local/bin", "/usr/bin")) {
            Path path = Path.of(folder, program);
            if (Files.isExecutable(path) && real(path).startsWith("/usr")) {
                return HostCheck.good(program, path + version(path));
            }
        }
        return new HostCheck(
                program,
                Grade.DEGRADED,
                "not in /usr",
                otherwise,
                SystemPackages.command(program.equals("node") ? "nodejs" : program));
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return Path.of("/"); // A link to nowhere: as good as none.
        }
    }

    private static String version(Path program) {
        try {
            return " " + Command.of(program.toString(), "--version").run().stdout().strip();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static HostCheck memory() {
        Matcher available =
                Pattern.compile("MemAvailable:\\s+(\\d+) kB").matcher(read("/proc/meminfo"));
        long bytes = available.find() ? Long.parseLong(available.group(1)) << 10 : 0;
        String found = (bytes >> 20) + " MiB available";
        return bytes >= ENOUGH_MEMORY
                ? HostCheck.good("memory", found)
                : new HostCheck(
                        "memory",
                        Grade.DEGRADED,
                        found,
                        "a sandbox may use up to 1 GiB in addition to mcpsf itself",
                        "use a smaller --memory");
    }

    private static HostCheck leftovers() {
        int count = Leftovers.count(StateRoot.here());
        return count == 0
                ? HostCheck.good("leftovers", "none")
                : new HostCheck(
                        "leftovers",
                        Grade.DEGRADED,
                        count + " killed runs left something behind",
                        "it uses memory until the next run",
                        "mcpsf cleanup");
    }

    private static String read(String file) {
        // In one piece: a file of /proc/sys that is read byte by byte ends after the first.
        try (var in = Files.newInputStream(Path.of(file))) {
            return new String(in.readNBytes(1 << 16), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
