package io.mcpsf.sandbox.oci;

import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.host.TrialRun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The runtimes of this host. A runtime counts only after it has really run a program in a sandbox
 * here; when none is installed, one is fetched from the system's package manager. The bare host is
 * never a choice.
 */
public final class OciRuntimes {

    private static final Limits TRIAL =
            new Limits(256L << 20, 1, 32, 8L << 20, Duration.ofSeconds(20));

    private OciRuntimes() {}

    /** What the user asked for. */
    public enum Preference {
        AUTO,
        CRUN,
        RUNC,
        RUNSC;

        public static Preference parse(String word) {
            for (Preference preference : values()) {
                if (preference.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return preference;
                }
            }
            throw new ExecutorException("no runtime " + word + ": auto, crun, runc or runsc");
        }

        private List<RuntimeKind> kinds() {
            return switch (this) {
                case AUTO -> List.of(RuntimeKind.CRUN, RuntimeKind.RUNC);
                case CRUN -> List.of(RuntimeKind.CRUN);
                case RUNC -> List.of(RuntimeKind.RUNC);
                case RUNSC -> List.of(RuntimeKind.RUNSC);
            };
        }
    }

    /**
     * The first preferred runtime that passes the probe; {@code say} hears what is done on the way.
     */
    public static OciExecutor choose(Preference preference, Consumer<String> say) {
        requireLinux();
        Rootless.requirePower();
        List<String> troubles = new ArrayList<>();
        for (RuntimeKind kind : preference.kinds()) {
            Optional<RuntimeBinary> found = find(kind);
            if (found.isPresent()) {
                try {
                    return probed(found.get());
                } catch (ExecutorException e) {
                    troubles.add(e.getMessage());
                    say.accept(kind.program() + " does not work here: " + e.getMessage());
                }
            }
        }
        RuntimeKind wanted = preference.kinds().getFirst();
        if (wanted == RuntimeKind.RUNSC && find(wanted).isEmpty()) {
            throw new ExecutorException(
                    "gVisor is not installed: run `mcpsf doctor --install runsc`");
        }
        if (find(wanted).isEmpty()) {
            new RuntimeInstaller(say).install(wanted);
            return probed(
                    find(wanted)
                            .orElseThrow(
                                    () ->
                                            new ExecutorException(
                                                    wanted.program()
                                                            + " was installed but is not found")));
        }
        throw new ExecutorException("no runtime works here: " + String.join("; ", troubles));
    }

    /** The runtimes that are installed, whether they work or not. */
    static List<RuntimeBinary> installed() {
        return Stream.of(RuntimeKind.values()).flatMap(kind -> find(kind).stream()).toList();
    }

    /** The runtime of that kind that we would use. */
    static Optional<RuntimeBinary> find(RuntimeKind kind) {
        return kind == RuntimeKind.RUNSC ? Gvisor.find() : findInSystem(kind);
    }

    static Optional<RuntimeBinary> findInSystem(RuntimeKind kind) {
        for (String folder : Command.PATH.split(":")) {
            Path path = Path.of(folder, kind.program());
            if (Files.isExecutable(path)) {
                return Optional.of(new RuntimeBinary(kind, path, version(path)));
            }
        }
        return Optional.empty();
    }

    /**
     * An executor whose runtime has just run a program in a sandbox, or an exception saying why.
     */
    static OciExecutor probed(RuntimeBinary runtime) {
        Gvisor.requireGood(runtime);
        var executor = new OciExecutor(runtime);
        return TrialRun.passed(executor, executor::close, runtime.kind().program(), TRIAL);
    }

    static boolean linux() {
        return System.getProperty("os.name", "").equals("Linux");
    }

    private static void requireLinux() {
        if (!linux()) {
            throw new ExecutorException(
                    "sandboxes need Linux and this is "
                            + System.getProperty("os.name")
                            + ": run mcpsf on a Linux host, in Docker, or use the cloud executor");
        }
    }

    static String version(Path path) {
        try {
            return Command.of(path.toString(), "--version")
                    .within(Duration.ofSeconds(5))
                    .run()
                    .stdout()
                    .lines()
                    .findFirst()
                    .map(line -> line.replaceFirst("^(crun|runc|runsc) version ", ""))
                    .orElse("unknown");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
