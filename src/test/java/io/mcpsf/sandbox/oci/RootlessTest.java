package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Sandboxes of a user who is nobody and has no capability at all. */
@Tag("chamber")
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class RootlessTest {

    private static final List<String> NOBODY =
            List.of(
                    "setpriv",
                    "--reuid=65534",
                    "--regid=65534",
                    "--clear-groups",
                    "--bounding-set=-all",
                    "--inh-caps=-all");
    private static final String LOOK =
            "id -u; hostname; grep CapBnd /proc/self/status; touch /tmp/x ~/y && echo wrote; touch"
                + " /x 2>/dev/null || echo sealed; tail -n +3 /proc/net/dev | wc -l; echo ready";

    private Path classes;

    /** Nobody may not read where the build keeps its classes. */
    @BeforeAll
    void copyClasses() throws IOException {
        classes = TemporaryTree.make("rootless");
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwxr-xr-x"));
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path from = Path.of(entry);
            if (Files.exists(from)) {
                String name = number++ + (Files.isDirectory(from) ? "" : ".jar");
                TreeCopy.copy(from, classes.resolve(name), TreeCopy.Caps.usual());
            }
        }
    }

    @AfterAll
    void deleteClasses() {
        Trees.delete(classes);
        states().forEach(Trees::delete);
    }

    @ParameterizedTest
    @CsvSource({"crun, 1000", "runc, 0"})
    void runWithoutAnyPower(String runtime, String uid) throws Exception {
        Command.Result result = run(Rootless.command(java(runtime, LOOK)));

        assertThat(result.stdout())
                .as(result.stderr())
                .startsWith(uid + "\nthinkpad\nCapBnd:\t0000000000000000\nwrote\nsealed\n1\n")
                .contains("checked every 40 ms")
                .contains("attribution of decoy accesses")
                .contains("exit Optional[Code[value=0]]");
        assertThat(states()).hasSize(1);
        Path state = states().getFirst();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                .isEqualTo("rwx------");
        try (var left = Files.list(state)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("slots");
        }
    }

    /** Who knows the user's id must not know the folder: it could be made first by another. */
    @Test
    void keepsItsStateUnderANameThatNobodyCanTakeFirst() throws Exception {
        Path taken = Files.createDirectory(Path.of("/tmp/.mcpsf-65534"));
        try {
            Command.Result result = run(Rootless.command(java("crun", "echo ready")));

            assertThat(result.stdout()).as(result.stderr()).contains("Code[value=0]");
        } finally {
            Trees.delete(taken);
        }
    }

    private static List<Path> states() {
        try (var all = Files.list(Path.of("/tmp"))) {
            return all.filter(path -> path.getFileName().toString().startsWith("tmp."))
                    .filter(path -> Files.isDirectory(path.resolve("slots")))
                    .filter(path -> owner(path) == 65534)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int owner(Path path) {
        try {
            return (int) Files.getAttribute(path, "unix:uid");
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void stopAForkBombByCounting() throws Exception {
        String bomb =
                """
                echo ready; exec /usr/bin/python3 -c 'import os
                while True:
                 try: os.fork()
                 except OSError: pass' 2>/dev/null\
                """;

        Command.Result result = run(Rootless.command(java("crun", bomb)));

        assertThat(result.stdout())
                .as(result.stderr())
                .contains("exit Optional[TooManyProcesses[]]");
    }

    @Test
    void namesTheWayOutToAPlainUser() throws Exception {
        Command.Result result = run(java("crun", "echo ready"));

        assertThat(result.good()).isFalse();
        assertThat(result.stderr()).contains("start mcpsf with sudo").contains("unshare --user");
    }

    private static Command.Result run(List<String> argv) throws InterruptedException {
        List<String> all = new ArrayList<>(NOBODY);
        all.addAll(argv);
        return Command.of(all).within(Duration.ofSeconds(60)).run();
    }

    private List<String> java(String runtime, String line) {
        var path = new StringJoiner(File.pathSeparator);
        try (var entries = Files.list(classes)) {
            entries.forEach(entry -> path.add(entry.toString()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                path.toString(),
                Captive.class.getName(),
                runtime,
                line);
    }
}
