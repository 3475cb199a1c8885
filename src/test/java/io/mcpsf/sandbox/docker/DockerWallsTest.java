package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.EscapeProbe;
import io.mcpsf.sandbox.Footprint;
import io.mcpsf.sandbox.Trial;
import io.mcpsf.sandbox.World;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** What holds a sample in, and what of the engine's other users is left alone. */
@Tag("chamber")
@Tag("release")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class DockerWallsTest {

    private static final int SIGTERM = 15;

    /** What gVisor grants inside its own kernel, where it leads nowhere. */
    private static final Set<String> IN_GVISOR_ONLY =
            Set.of("clone-user", "clone3-user", "write-proc-self-oom_score_adj", "setuid-program");

    private final PrivateEngine engine = PrivateEngine.withGvisor();

    /** What a user had in the engine before we came: containers, an image, a network, a volume. */
    @BeforeAll
    void furnish() {
        engine.ask(
                "run",
                "-d",
                "--name",
                "theirs-running",
                "--network",
                "none",
                image(),
                "sleep",
                "600");
        engine.ask("create", "--name", "theirs-made", "--network", "none", image(), "true");
        engine.ask("run", "--name", "theirs-ended", "--network", "none", image(), "true");
        engine.ask("network", "create", "--internal", "theirs-network");
        engine.ask("volume", "create", "theirs-volume");
    }

    @AfterAll
    void end() {
        engine.ask("rm", "--force", "theirs-running", "theirs-made", "theirs-ended");
        engine.ask("network", "rm", "theirs-network");
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker-runc", "docker-runsc"})
    void everyWayOutIsShut(String word) throws IOException {
        try (DockerExecutor executor =
                DockerEngines.choose(word, engine.environment(), line -> {})) {
            List<JsonNode> attempts = EscapeProbe.attempts(executor, "");

            assertThat(attempts).hasSizeGreaterThan(75);
            assertThat(attempts)
                    .filteredOn(attempt -> !attempt.get("held").asBoolean())
                    .extracting(attempt -> attempt.get("attempt").asString())
                    .as("ways out")
                    .filteredOn(way -> word.endsWith("runc") || !IN_GVISOR_ONLY.contains(way))
                    .isEmpty();
            assertThat(EscapeProbe.attempts(executor, "control"))
                    .singleElement()
                    .matches(attempt -> !attempt.get("held").asBoolean());
        }
    }

    @Test
    void nothingOfTheUsersIsChanged() throws Exception {
        Map<String, String> before = inventory();
        String name = "t" + System.nanoTime();
        Command.of("ip", "netns", "add", name).run();
        try (DockerExecutor executor = choose()) {
            var trial = new Trial(executor);
            assertThat(trial.shell("true").exit()).isEqualTo(new Exit.Code(0));
            var network = new World.Network.Joined(Path.of("/run/netns", name), "192.0.2.1");
            var draft = trial.spec(List.of("cat")).network(network);
            try (var _ = trial.start(draft)) {
                List<String> ours =
                        engine.ask("ps", "-a", "--filter", "label=" + Images.LABEL, "-q")
                                .lines()
                                .toList();

                assertThat(ours).as("a container and its network").hasSize(2);
                assertThat(engine.ask("ps", "-aq").lines()).hasSize(3 + ours.size());
            }
        } finally {
            Command.of("ip", "netns", "delete", name).run();
        }

        assertThat(inventory()).isEqualTo(before);
    }

    @Test
    void anImageThatIsNamedBringsItsOwnPrograms() {
        Map<String, String> environment = new HashMap<>(engine.environment());
        environment.put("MCPSF_SANDBOX_IMAGE", image());
        try (var executor = DockerEngines.choose("docker-runc", environment, line -> {})) {
            var said = new Trial(executor).shell("ls /usr /bin; cat /etc/hostname; id -u");

            assertThat(said.out()).contains("busybox").contains("thinkpad").contains("1000");
            assertThat(said.out()).doesNotContain("python");
            assertThat(executor.capabilities().enforced())
                    .contains("read-only root of the image theirs:1");
        }
    }

    @Test
    void theSkeletonIsMadeOnceAndLabelled() {
        choose().close();
        String first = skeletons();
        choose().close();

        assertThat(skeletons()).isEqualTo(first).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {SIGTERM, Processes.SIGKILL})
    void aSuddenEndLeavesNoContainer(int signal) throws Exception {
        try (Child child = captive()) {
            long inside = pidInside(child);
            assertThat(ours()).isNotEmpty();

            Processes.signal(child.pid(), signal);

            assertThat(child.await(Duration.ofSeconds(10))).isTrue();
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (!ours().isEmpty() || Processes.startedAt(inside) >= 0) {
                assertThat(System.nanoTime()).as("in time").isLessThan(end);
                LockSupport.parkNanos(50_000_000);
            }
            // The next start sweeps what else a killed one left.
            choose().close();
            assertThat(Footprint.of(child.pid())).isEmpty();
        }
    }

    private DockerExecutor choose() {
        return DockerEngines.choose("docker-runc", engine.environment(), line -> {});
    }

    private List<String> ours() {
        return engine.ask("ps", "-a", "-q", "--filter", "label=" + Images.LABEL).lines().toList();
    }

    private String skeletons() {
        return engine.ask("images", "-q", "--no-trunc", "--filter", "label=" + Images.LABEL);
    }

    /** Everything that is not labelled as ours, with its state. */
    private Map<String, String> inventory() {
        var containers = new TreeSet<String>();
        for (String id : engine.ask("ps", "-aq", "--no-trunc").lines().toList()) {
            containers.add(
                    engine.ask(
                            "inspect",
                            "--format",
                            "{{.Id}} {{.Name}} {{.Image}} {{json .State}} {{json .Config.Labels}}",
                            id));
        }
        var images = new TreeSet<>(engine.ask("images", "-q", "--no-trunc").lines().toList());
        images.removeAll(
                engine.ask("images", "-q", "--no-trunc", "--filter", "label=" + Images.LABEL)
                        .lines()
                        .toList());
        return Map.of(
                "containers", containers.toString(),
                "images", images.toString(),
                "networks", engine.ask("network", "ls", "--no-trunc"),
                "volumes", engine.ask("volume", "ls"));
    }

    /** A user's own image: a static shell. */
    private String image() {
        if (!engine.run("image", "inspect", "theirs:1").good()) {
            Path busybox = PrivateEngine.busybox();
            Command.Result made;
            try {
                made =
                        Command.of(
                                        "sh",
                                        "-c",
                                        "tar -C \"$1\" -c . | \"$2\" -H \"$3\" import - theirs:1",
                                        "sh",
                                        busybox.toString(),
                                        PrivateEngine.path().split(":")[1] + "/docker",
                                        engine.host())
                                .run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(made.good()).as(made.complaint()).isTrue();
        }
        return "theirs:1";
    }

    private Child captive() {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.add(DockerCaptive.class.getName());
        return Command.of(argv).withOnly(engine.environment()).start();
    }

    private static long pidInside(Child child) throws IOException {
        var reader =
                new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("pid ")) {
                return Long.parseLong(line.substring(4));
            }
        }
        throw new AssertionError(new String(child.stderr().readAllBytes(), StandardCharsets.UTF_8));
    }
}
