package io.mcpsf.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fetches a single package of a newer Debian from the mirror that this system uses already. It is
 * apt that does it, with lists of its own: it checks the signature of the lists by the keys that
 * this system trusts, and the package by their checksum. Nothing of the system's is changed.
 */
public final class NewerSuite {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

    private final String mirror;
    private final Path work;

    private NewerSuite(String mirror, Path work) {
        this.mirror = mirror;
        this.work = work;
    }

    /** What was fetched: its files, unpacked, or why not. */
    public record Fetched(Optional<Path> tree, String complaint) {}

    /** Whether this is a Debian whose keys we have. */
    public static boolean here() {
        return SystemPackages.here("apt-get")
                && SystemPackages.here("dpkg-deb")
                && Files.exists(KEYS);
    }

    /** Fetches and unpacks a package below {@code work}, a folder of the caller's. */
    public static Fetched fetch(String wanted, String suite, Path work)
            throws InterruptedException {
        Optional<String> mirror = mirror();
        if (mirror.isEmpty()) {
            return new Fetched(Optional.empty(), "no Debian mirror is configured");
        }
        try {
            return new NewerSuite(mirror.get(), work).fetch(wanted, suite);
        } catch (IOException e) {
            return new Fetched(Optional.empty(), "cannot write " + work + ": " + e.getMessage());
        }
    }

    private Fetched fetch(String wanted, String suite) throws IOException, InterruptedException {
        Files.createDirectories(work.resolve("state/lists/partial"));
        Files.createDirectories(work.resolve("cache/archives/partial"));
        Files.writeString(work.resolve("status"), "");
        Files.writeString(
                work.resolve("newer.sources"),
                """
                Types: deb
                URIs: %s
                Suites: %s
                Components: main
                Signed-By: %s
                """
                        .formatted(mirror, suite, KEYS));
        for (List<String> verb : List.of(List.of("update"), List.of("download", wanted))) {
            Command.Result result = apt(verb);
            if (!result.good()) {
                return new Fetched(
                        Optional.empty(),
                        "apt-get " + String.join(" ", verb) + ": " + result.complaint());
            }
        }
        Path tree = work.resolve("tree");
        Command.Result unpacked =
                Command.of("dpkg-deb", "-x", deb(wanted).toString(), tree.toString())
                        .within(PATIENCE)
                        .run();
        return unpacked.good()
                ? new Fetched(Optional.of(tree), "")
                : new Fetched(Optional.empty(), "dpkg-deb: " + unpacked.complaint());
    }

    private Command.Result apt(List<String> verb) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("apt-get", "-q"));
        for (String setting :
                List.of(
                        "Dir::State=" + work.resolve("state"),
                        "Dir::State::status=" + work.resolve("status"),
                        "Dir::Cache=" + work.resolve("cache"),
                        "Dir::Etc::sourcelist=" + work.resolve("newer.sources"),
                        "Dir::Etc::sourceparts=-",
                        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
                        "Acquire::Languages=none",
                        // A list that cannot be fetched is a failure, not a remark.
                        "APT::Update::Error-Mode=any",
                        // The folder is ours alone, and apt's own user could not write there.
                        "APT::Sandbox::User=" + System.getProperty("user.name", "root"))) {
            argv.addAll(List.of("-o", setting));
        }
        argv.addAll(verb);
        return Command.of(argv)
                .withOnly(SystemPackages.environment())
                .in(work)
                .within(PATIENCE)
                .run();
    }

    private Path deb(String wanted) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            return files.filter(
                            file ->
                                    file.getFileName().toString().startsWith(wanted + "_")
                                            && file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("apt fetched no " + wanted));
        }
    }

    /** Where this system gets its own packages from, so that proxies and wishes are kept. */
    private static Optional<String> mirror() throws InterruptedException {
        Command.Result targets =
                Command.of(
                                "apt-get",
                                "indextargets",
                                "--format",
                                "$(ORIGIN)|$(REPO_URI)|$(RELEASE)",
                                "Created-By: Packages")
                        .within(Duration.ofSeconds(20))
                        .run();
        return targets.stdout()
                .lines()
                .filter(line -> line.startsWith("Debian|") && !line.contains("-security"))
                .map(line -> line.split("\\|", -1)[1])
                .filter(uri -> uri.matches("https?://[A-Za-z0-9.:/_-]+"))
                .findFirst();
    }
}
