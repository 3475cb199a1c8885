package io.mcpsf.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Tests without the tag chamber run in bin/unprivileged, where the kernel refuses what a sandbox, a
 * container or a network of ours is made of. So a test that starts one and does not say so fails.
 */
final class UnprivilegedTest {

    private static final Path HERE = Path.of("").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(strings = {"--user", "--net", "--mount", "--pid", "--ipc", "--uts", "--cgroup"})
    void noNamespaceCanBeMade(String kind) throws InterruptedException {
        assertThat(unprivileged(List.of("unshare", kind, "true")).stderr())
                .contains("unshare failed");
    }

    @Test
    void nobodyIsRootAndHasAnyPower() throws InterruptedException {
        Command.Result status =
                unprivileged(
                        List.of("grep", "-E", "^(Uid|CapEff|NoNewPrivs)", "/proc/self/status"));

        assertThat(status.stdout())
                .containsPattern("Uid:\\s+[1-9]")
                .containsPattern("CapEff:\\s+0+\\n")
                .containsPattern("NoNewPrivs:\\s+1");
    }

    @Test
    void whatItRunsEndsAsItWouldWithoutIt() throws InterruptedException {
        assertThat(unprivileged(List.of("sh", "-c", "echo fine; exit 7")))
                .satisfies(
                        result -> {
                            assertThat(result.stdout()).isEqualTo("fine\n");
                            assertThat(result.code()).isEqualTo(7);
                        });
    }

    @Test
    @Tag("chamber")
    void aSandboxThatStartsOutsideIsRefusedInside() throws InterruptedException {
        Command.Result outside = run(program());
        Command.Result inside = unprivileged(program());

        assertThat(outside.stdout()).as(outside.stderr()).contains("it runs");
        assertThat(inside.stdout()).doesNotContain("it runs");
        assertThat(inside.stderr()).contains("allows no user namespaces to unprivileged users");
        assertThat(inside.code()).isNotZero();
    }

    private static List<String> program() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                StartsASandbox.class.getName());
    }

    private static Command.Result unprivileged(List<String> words) throws InterruptedException {
        var argv = new ArrayList<>(List.of(HERE.resolve("bin/unprivileged").toString()));
        argv.addAll(words);
        return run(argv);
    }

    private static Command.Result run(List<String> argv) throws InterruptedException {
        return Command.of(argv)
                .in(HERE)
                .with("HOME", System.getProperty("user.home"))
                .within(Duration.ofMinutes(2))
                .run();
    }
}
