package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Users;
import io.mcpsf.os.NewerSuite;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where gVisor is found, how old it may be, and how it comes here when it is asked for. */
public final class Gvisor {

    /** The day of the first release that runs today's programs: systrap, statx, clone3. */
    static final int GOOD = 20240729;

    /** The Debian whose gVisor is good. */
    private static final String SUITE = "trixie";

    private static final String PROGRAM = RuntimeKind.RUNSC.program();
    private static final Pattern DAY = Pattern.compile("(20\\d{6})");

    private Gvisor() {}

    /** The newest that is here, of the system or our own. */
    static Optional<RuntimeBinary> find() {
        Path own = folder().resolve(PROGRAM);
        Stream<RuntimeBinary> ours =
                Files.isExecutable(own)
                        ? Stream.of(
                                new RuntimeBinary(RuntimeKind.RUNSC, own, OciRuntimes.version(own)))
                        : Stream.empty();
        return Stream.concat(OciRuntimes.findInSystem(RuntimeKind.RUNSC).stream(), ours)
                .max(Comparator.comparingInt(Gvisor::day));
    }

    /** The day of a release as a number, such as 20240729; 0 when it does not say. */
    static int day(RuntimeBinary runtime) {
        Matcher day = DAY.matcher(runtime.version());
        return day.find() ? Integer.parseInt(day.group(1)) : 0;
    }

    /** Throws for a release that does not run today's programs, or not on today's kernels. */
    static void requireGood(RuntimeBinary runtime) {
        if (runtime.kind() == RuntimeKind.RUNSC && day(runtime) < GOOD) {
            throw new ExecutorException(
                    "gVisor "
                            + runtime.version()
                            + " is too old: it has no systrap and fails ls, stat and clone3; run"
                            + " `mcpsf doctor --install runsc`");
        }
    }

    /**
     * Brings a good one: from the system's packages, or from a newer Debian into our own folder.
     * {@code say} hears of it.
     */
    public static void install(Consumer<String> say) throws InterruptedException {
        if (good()) {
            say.accept(described() + " is already installed");
            return;
        }
        String trouble = fromNewer(say);
        if (!good() && RuntimeInstaller.mayInstall() && SystemPackages.known()) {
            SystemPackages.Result result = SystemPackages.install(PROGRAM, say);
            trouble = result.good() ? trouble : trouble + "; " + result.complaint();
        }
        if (!good()) {
            throw new ExecutorException(
                    "no gVisor that is new enough could be installed: " + trouble);
        }
        say.accept(described() + " is installed");
    }

    private static boolean good() {
        return find().filter(runtime -> day(runtime) >= GOOD).isPresent();
    }

    private static String described() {
        return find().map(r -> "gVisor " + r.version() + " at " + r.path()).orElse("no gVisor");
    }

    /** The complaint, or empty when it came. */
    private static String fromNewer(Consumer<String> say) throws InterruptedException {
        if (!NewerSuite.here()) {
            return "newer versions are only fetched on Debian";
        }
        say.accept("fetching " + PROGRAM + " of Debian " + SUITE + " with apt, which verifies it");
        try (var scratch = Scratch.make()) {
            NewerSuite.Fetched fetched = NewerSuite.fetch(PROGRAM, SUITE, scratch.path());
            if (fetched.tree().isEmpty()) {
                return fetched.complaint();
            }
            Path folder = folder();
            Files.createDirectories(folder);
            Path fresh = folder.resolve(PROGRAM + ".new");
            Files.copy(
                    fetched.tree().get().resolve("usr/bin/" + PROGRAM),
                    fresh,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            // In one step: somebody may be running the old one.
            Files.move(fresh, folder.resolve(PROGRAM), StandardCopyOption.ATOMIC_MOVE);
            return "";
        } catch (IOException e) {
            return "cannot store it in " + folder() + ": " + e.getMessage();
        }
    }

    /** Our own runtimes, of the whole machine or of this user. */
    private static Path folder() {
        if (Users.effective() == 0 && Users.mapped(0, 65536)) {
            return Path.of("/var/lib/mcpsf/runtimes");
        }
        return Path.of(System.getProperty("user.home", "/"), ".local/share/mcpsf/runtimes");
    }
}
