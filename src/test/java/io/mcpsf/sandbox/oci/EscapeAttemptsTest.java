package io.mcpsf.sandbox.oci;

import static io.mcpsf.sandbox.oci.OciRuntimes.Preference.RUNSC;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.EscapeProbe;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Runs the probe, which tries every way out we know of. All must fail. */
@Tag("chamber")
@Timeout(120)
final class EscapeAttemptsTest {

    /**
     * What gVisor grants inside its own kernel, where it leads nowhere: namespaces of its making, a
     * word to its own memory killer; and it does not show that it gives no new privileges, so that
     * the probe cannot tell.
     */
    private static final Set<String> IN_GVISOR_ONLY =
            Set.of("clone-user", "clone3-user", "write-proc-self-oom_score_adj", "setuid-program");

    @ParameterizedTest
    @EnumSource(names = {"CRUN", "RUNC"})
    void everyWayOutIsShut(OciRuntimes.Preference preference) throws Exception {
        attemptAll(preference);
    }

    @Test
    @Tag("release")
    void everyWayOutOfGvisorIsShut() throws Exception {
        Installed.here(RUNSC);
        attemptAll(RUNSC);
    }

    private static void attemptAll(OciRuntimes.Preference preference) throws Exception {
        try (OciExecutor executor = OciRuntimes.choose(preference, line -> {})) {
            List<JsonNode> attempts = EscapeProbe.attempts(executor, "");

            assertThat(attempts).hasSizeGreaterThan(75);
            assertThat(attempts)
                    .filteredOn(attempt -> !attempt.get("held").asBoolean())
                    .extracting(attempt -> attempt.get("attempt").asString())
                    .as("ways out")
                    .filteredOn(way -> preference != RUNSC || !IN_GVISOR_ONLY.contains(way))
                    .isEmpty();
        }
    }

    @Test
    void aWayOutWouldBeTold() throws Exception {
        try (OciExecutor executor = OciRuntimes.choose(OciRuntimes.Preference.CRUN, line -> {})) {
            assertThat(EscapeProbe.attempts(executor, "control"))
                    .singleElement()
                    .matches(attempt -> !attempt.get("held").asBoolean());
        }
    }

    /** What is planted in scratch places must not lead whoever looks from outside astray. */
    @Test
    void plantedLinksDoNotLeadTheObserverAstray() throws Exception {
        plantLinks(OciRuntimes.Preference.CRUN);
    }

    @Test
    @Tag("release")
    void linksPlantedInGvisorDoNotEither() throws Exception {
        Installed.here(RUNSC);
        plantLinks(RUNSC);
    }

    private static void plantLinks(OciRuntimes.Preference preference) throws Exception {
        Path copy = TemporaryTree.make("copy");
        try (OciExecutor executor = OciRuntimes.choose(preference, line -> {})) {
            var trial = new Trial(executor);
            var draft =
                    trial.spec(
                            List.of(
                                    "sh",
                                    "-c",
                                    "ln -s /etc/shadow /tmp/a; ln -s ../../../../../etc /tmp/b; ln"
                                            + " -s / ~/c; echo x >/tmp/plain; echo ready; read x"));
            try (Sandbox sandbox = trial.start(draft)) {
                Trial.readUntil(sandbox, "ready\n");

                var counts =
                        TreeCopy.copy(
                                sandbox.outside("/tmp"), copy, new TreeCopy.Caps(100, 1 << 20, 8));

                assertThat(counts.outsideLinks()).isEqualTo(2);
                assertThat(copy.resolve("plain")).hasContent("x\n");
                assertThat(entries(copy)).containsExactly("plain");
            }
            // Closing deleted the sandbox's tree, and nothing that its links lead to.
            assertThat(Files.exists(Path.of("/etc/passwd"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        } finally {
            Trees.delete(copy);
        }
    }

    private static List<String> entries(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
