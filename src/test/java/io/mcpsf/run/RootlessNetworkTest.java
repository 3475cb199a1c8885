package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.oci.Rootless;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import tools.jackson.databind.JsonNode;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The fake internet of a user who is nobody and has no capability at all. */
@Tag("chamber")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RootlessNetworkTest {

    private static final List<String> NOBODY =
            List.of(
                    "setpriv",
                    "--reuid=65534",
                    "--regid=65534",
                    "--clear-groups",
                    "--bounding-set=-all",
                    "--inh-caps=-all");

    private Path folder = Path.of("");
    private final List<String> classes = new ArrayList<>();

    /** Nobody may not read where the build keeps its classes. */
    @BeforeAll
    void copyEverything() throws IOException {
        folder = TemporaryTree.make("rootless-network");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path from = Path.of(entry);
            if (Files.exists(from)) {
                Path to = folder.resolve(classes.size() + (Files.isDirectory(from) ? "" : ".jar"));
                TreeCopy.copy(from, to, TreeCopy.Caps.usual());
                classes.add(to.toString());
            }
        }
        TreeCopy.copy(
                Path.of("samples/courier-python").toAbsolutePath(),
                folder.resolve("courier-python"),
                TreeCopy.Caps.usual());
    }

    @AfterAll
    void deleteEverything() {
        Trees.delete(folder);
        Trees.delete(Path.of("/tmp/.mcpsf-65534"));
    }

    /** Namespaces have their names in /run/netns, which is not there before somebody made one. */
    @Test
    void seesAllThatLeavesOnAFreshMachine() throws Exception {
        seesAllThatLeaves(true);
    }

    @Test
    @Tag("release")
    void seesAllThatLeavesOnAUsedOne() throws Exception {
        seesAllThatLeaves(false);
    }

    private void seesAllThatLeaves(boolean freshMachine) throws Exception {
        List<String> argv = new ArrayList<>();
        if (freshMachine) {
            argv.addAll(
                    List.of(
                            "unshare",
                            "--mount",
                            "sh",
                            "-c",
                            "mount -t tmpfs -o mode=755 tmpfs /run && exec \"$@\"",
                            "sh"));
        }
        argv.addAll(NOBODY);
        argv.addAll(
                Rootless.command(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                String.join(File.pathSeparator, classes),
                                "io.mcpsf.cli.Main",
                                "assess",
                                folder.resolve("courier-python").toString(),
                                "--profile",
                                "safe",
                                "--output",
                                folder.resolve("reports-" + freshMachine).toString(),
                                "--format",
                                "json")));

        Command.Result result = Command.of(argv).within(Duration.ofMinutes(2)).run();

        assertThat(result.code()).as(result.stderr()).isEqualTo(1);
        JsonNode report = Json.read(result.stdout());
        assertThat(report.at("/coverage/senses/NETWORK/health").asString()).isEqualTo("FULL");
        String evidence =
                Files.readString(
                        folder.resolve("reports-" + freshMachine + "/latest/evidence.jsonl"));
        for (String where : List.of("http", "smtp", "tcp", "udp", "icmp")) {
            assertThat(evidence)
                    .containsPattern("\"record\":\"BaitLeft\"[^\\n]*\"where\":\"" + where + "\"");
        }
    }
}
