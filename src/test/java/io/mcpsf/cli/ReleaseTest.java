package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A release from clean checkouts: the same bytes twice, and usable on bare systems. */
@Tag("chamber")
@Tag("release")
final class ReleaseTest {

    /**
     * What a user is promised is fifteen seconds. Among many other tests it took more than a minute
     * on two cores, so this is only for what hangs; {@link ReleaseTimes} keeps the seconds.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(12);

    /** A release that was made before, for a look at how it is installed and used. */
    private static final String GIVEN = System.getProperty("release.made", "");

    @TempDir static Path made;

    @TempDir Path temp;

    private final ReleaseTimes times = new ReleaseTimes(Path.of("target/release-times.md"));

    @BeforeAll
    static void makeItTwiceFromCleanCheckouts() throws Exception {
        if (!GIVEN.isEmpty()) {
            Files.createSymbolicLink(made.resolve("one"), Path.of(GIVEN));
            return;
        }
        // Somebody may commit between the two.
        String commit = run(Path.of("."), "git", "rev-parse", "HEAD").strip();
        for (String name : List.of("one", "two")) {
            Path clone = made.resolve("clone-" + name);
            run(Path.of("."), "git", "clone", "-q", "--no-hardlinks", ".", clone.toString());
            run(clone, "git", "checkout", "-q", "--detach", commit);
            run(clone, "bin/release", made.resolve(name).toString());
        }
    }

    @Test
    void aReleaseIsReproducible() throws Exception {
        assumeThat(GIVEN).as("only one release was given").isEmpty();
        assertThat(Files.readString(made.resolve("one/SHA256SUMS")))
                .contains(".tar.gz", ".deb", ".oci.tar", ".cdx.json", "provenance.json")
                .contains("install.sh")
                .isEqualTo(Files.readString(made.resolve("two/SHA256SUMS")));
    }

    @Test
    void theArchiveAssessesASampleOnABareDebian() throws Exception {
        try (var root = BareRoot.debian(temp.resolve("root"))) {
            archive(root, "archive on Debian 12");
        }
    }

    @Test
    void theArchiveAssessesASampleOnABareUbuntu() throws Exception {
        try (var root = BareRoot.ubuntu(temp.resolve("root"))) {
            archive(root, "archive on Ubuntu 24.04");
        }
    }

    @Test
    void thePackageAssessesASampleOnABareDebian() throws Exception {
        try (var root = BareRoot.debian(temp.resolve("root"))) {
            packaged(root, ".deb on Debian 12");
        }
    }

    @Test
    void thePackageAssessesASampleOnABareUbuntu() throws Exception {
        try (var root = BareRoot.ubuntu(temp.resolve("root"))) {
            packaged(root, ".deb on Ubuntu 24.04");
        }
    }

    @Test
    void theImageAssessesASampleUnderDocker() throws Exception {
        try (var engine = PrivateEngine.start()) {
            double reference = ReleaseTimes.reference(this::here);
            long begin = System.nanoTime();
            docker(engine, "load", "--input", only(made.resolve("one"), ".oci.tar").toString());
            long loaded = System.nanoTime();
            String said =
                    docker(
                            engine,
                            "run",
                            "--rm",
                            "--cap-add=SYS_ADMIN",
                            "--cap-add=NET_ADMIN",
                            "--cap-add=SYS_PTRACE",
                            "--security-opt=seccomp=unconfined",
                            "--security-opt=apparmor=unconfined",
                            "--security-opt=systempaths=unconfined",
                            "--network=none",
                            "--volume=" + sample() + ":/sample:ro",
                            "mcpsf:latest",
                            "assess",
                            "/sample",
                            "--profile",
                            "safe");

            times.keep("image under Docker", begin, loaded, reference);
            assertThat(said).contains("NOTHING SEEN");
        }
    }

    /** Its own way to ask waits a minute at most, and a busy machine needs longer. */
    private String docker(PrivateEngine engine, String... words) throws Exception {
        var command = new ArrayList<>(List.of("env", "DOCKER_HOST=" + engine.host()));
        command.addAll(List.of("PATH=" + engine.environment().get("PATH"), "docker"));
        command.addAll(List.of(words));
        return run(temp, command.toArray(String[]::new));
    }

    private void here(List<String> command) throws Exception {
        run(temp, command.toArray(String[]::new));
    }

    private void archive(BareRoot root, String what) throws Exception {
        Path there = Files.createDirectories(root.folder().resolve("opt/download"));
        Path archive = only(made.resolve("one"), ".tar.gz");
        for (String name : List.of(archive.getFileName().toString(), "SHA256SUMS", "install.sh")) {
            Files.copy(made.resolve("one").resolve(name), there.resolve(name));
        }
        String name = "/opt/download/" + archive.getFileName();
        assessed(root, what, "bash /opt/download/install.sh " + name);
    }

    private void packaged(BareRoot root, String what) throws Exception {
        Files.copy(only(made.resolve("one"), ".deb"), root.folder().resolve("opt/mcpsf.deb"));
        assessed(root, what, "dpkg -i /opt/mcpsf.deb");
    }

    private void assessed(BareRoot root, String what, String install) throws Exception {
        run(Path.of("."), "cp", "-r", sample(), root.folder().resolve("opt/sample").toString());
        root.run("sh", "-c", "! command -v java javac mvn gcc cc");
        double reference =
                ReleaseTimes.reference(command -> root.run(command.toArray(String[]::new)));
        long begin = System.nanoTime();

        root.run("sh", "-c", install);
        long installed = System.nanoTime();
        String said = root.run("sh", "-c", "cd /opt && mcpsf assess sample --profile safe");

        times.keep(what, begin, installed, reference);
        assertThat(said).contains("NOTHING SEEN").doesNotContain("no code parser");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PATIENCE);
    }

    private static String sample() {
        return Path.of("samples/calculator").toAbsolutePath().toString();
    }

    @Test
    void anArchiveThatWasChangedIsNotInstalled() throws Exception {
        Path archive = Files.writeString(temp.resolve("mcpsf.tar.gz"), "x");
        Files.writeString(temp.resolve("SHA256SUMS"), "0".repeat(64) + "  mcpsf.tar.gz\n");

        Process process =
                new ProcessBuilder(
                                "bash",
                                "deploy/release/install.sh",
                                archive.toString(),
                                temp.resolve("prefix").toString())
                        .redirectErrorStream(true)
                        .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("is not what was released");
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(temp.resolve("prefix")).doesNotExist();
    }

    private static Path only(Path folder, String end) throws IOException {
        try (var files = Files.list(folder)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(end)).toList();
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    private static String run(Path folder, String... command) throws Exception {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(40, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s: %s", String.join(" ", command), said).isZero();
        return said;
    }
}
