package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Users;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Installs a runtime through the system's own package manager, and says so. */
final class RuntimeInstaller {

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

    private final Consumer<String> say;

    RuntimeInstaller(Consumer<String> say) {
        this.say = say;
    }

    private record PackageManager(String program, List<String> install, List<String> refresh) {}

    private static final List<PackageManager> KNOWN =
            List.of(
                    new PackageManager(
                            "apt-get",
                            List.of("install", "-y", "--no-install-recommends"),
                            List.of("update")),
                    new PackageManager("dnf", List.of("install", "-y"), List.of()),
                    new PackageManager("apk", List.of("add"), List.of("update")),
                    new PackageManager(
                            "pacman", List.of("-S", "--noconfirm", "--needed"), List.of("-Sy")),
                    new PackageManager(
                            "zypper", List.of("--non-interactive", "install"), List.of("refresh")));

    /** Installs it or throws with the command that a person should run. */
    void install(RuntimeKind kind) {
        PackageManager manager =
                known().orElseThrow(
                                () ->
                                        new ExecutorException(
                                                "no sandbox runtime is installed: install "
                                                        + kind.program()
                                                        + " (or runc) and try again"));
        String advice = command(kind);
        if (Users.effective() != 0 || !Users.mapped(0, 65536)) {
            throw new ExecutorException("no sandbox runtime is installed: run `" + advice + "`");
        }
        say.accept("no sandbox runtime is installed: running `" + advice + "`");
        try {
            Command.Result result = run(manager, manager.install(), kind.program());
            if (!result.good() && !manager.refresh().isEmpty()) {
                run(manager, manager.refresh());
                result = run(manager, manager.install(), kind.program());
            }
            if (!result.good()) {
                throw new ExecutorException("`" + advice + "` failed: " + result.complaint());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while installing " + kind.program(), e);
        }
        say.accept(kind.program() + " is installed");
    }

    /** The command that installs it here, for a person to run. */
    static String command(RuntimeKind kind) {
        return command(kind.program());
    }

    static String command(String wanted) {
        return known().map(
                        manager ->
                                manager.program()
                                        + " "
                                        + String.join(" ", manager.install())
                                        + " "
                                        + wanted)
                .orElse("install " + wanted);
    }

    private static Optional<PackageManager> known() {
        return KNOWN.stream().filter(manager -> isHere(manager.program())).findFirst();
    }

    private static boolean isHere(String program) {
        return List.of(Command.PATH.split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static Command.Result run(PackageManager manager, List<String> verb, String... rest)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of(manager.program()));
        argv.addAll(verb);
        argv.addAll(List.of(rest));
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
        return Command.of(argv).withOnly(env).within(PATIENCE).run();
    }
}
