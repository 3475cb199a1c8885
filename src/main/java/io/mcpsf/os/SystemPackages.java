package io.mcpsf.os;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Installs what is missing through the system's own package manager, and says so. */
public final class SystemPackages {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** What a package manager behind a proxy needs to know. */
    private static final List<String> PASSED_ON =
            List.of(
                    "http_proxy",
                    "https_proxy",
                    "no_proxy",
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY");

    private static final List<Manager> KNOWN =
            List.of(
                    new Manager(
                            "apt-get",
                            List.of("install", "-y", "--no-install-recommends"),
                            List.of("update")),
                    new Manager("dnf", List.of("install", "-y"), List.of()),
                    new Manager("apk", List.of("add"), List.of("update")),
                    new Manager("pacman", List.of("-S", "--noconfirm", "--needed"), List.of("-Sy")),
                    new Manager(
                            "zypper", List.of("--non-interactive", "install"), List.of("refresh")));

    private SystemPackages() {}

    private record Manager(String program, List<String> install, List<String> refresh) {}

    /** How an installation ended: {@code complaint} is empty when it went well. */
    public record Result(String complaint) {
        public boolean good() {
            return complaint.isEmpty();
        }
    }

    /** Whether a program is where programs are looked for. */
    public static boolean here(String program) {
        return List.of(Command.PATH.split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Whether there is a package manager that we know how to ask. */
    public static boolean known() {
        return manager().isPresent();
    }

    /** The command that installs it here, for a person to run. */
    public static String command(String wanted) {
        return manager()
                .map(m -> m.program() + " " + String.join(" ", m.install()) + " " + wanted)
                .orElse("install " + wanted);
    }

    /**
     * Runs that command, once more after a refresh of the lists when it fails; {@code say} hears of
     * it.
     */
    public static Result install(String wanted, Consumer<String> say) throws InterruptedException {
        Optional<Manager> found = manager();
        if (found.isEmpty()) {
            return new Result("no package manager is known here");
        }
        Manager manager = found.get();
        say.accept(wanted + " is missing: running `" + command(wanted) + "`");
        Command.Result result = run(manager, manager.install(), wanted);
        if (!result.good() && !manager.refresh().isEmpty()) {
            run(manager, manager.refresh());
            result = run(manager, manager.install(), wanted);
        }
        if (!result.good()) {
            return new Result("`" + command(wanted) + "` failed: " + result.complaint());
        }
        say.accept(wanted + " is installed");
        return new Result("");
    }

    private static Optional<Manager> manager() {
        return KNOWN.stream().filter(manager -> here(manager.program())).findFirst();
    }

    private static Command.Result run(Manager manager, List<String> verb, String... rest)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of(manager.program()));
        if (manager.program().equals("apt-get")) {
            // Somebody else who installs something at the same moment is waited for.
            argv.addAll(List.of("-o", "DPkg::Lock::Timeout=120"));
        }
        argv.addAll(verb);
        argv.addAll(List.of(rest));
        return Command.of(argv).withOnly(environment()).within(PATIENCE).run();
    }

    /** The little that a package manager may know of us. */
    static Map<String, String> environment() {
        Map<String, String> env =
                new LinkedHashMap<>(
                        Map.of(
                                "PATH", Command.PATH,
                                "LC_ALL", "C.UTF-8",
                                "HOME", "/root",
                                "DEBIAN_FRONTEND", "noninteractive"));
        for (String name : PASSED_ON) {
            String value = System.getenv(name);
            if (value != null) {
                env.put(name, value);
            }
        }
        return env;
    }
}
