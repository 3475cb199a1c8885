package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.Processes;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.Footprint;
import io.mcpsf.sandbox.host.Leftovers;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What is left when our process ends in the middle of things, asked to or killed. */
@Tag("chamber")
@Tag("alone")
@Timeout(120)
final class SuddenEndTest {

    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;
    private static final String BUSY = "setsid sleep 99 & sleep 99 & echo ready; sleep 99";

    @ParameterizedTest
    @CsvSource({"crun, " + SIGINT, "crun, " + SIGTERM, "runc, " + SIGINT})
    void askedToEndItLeavesNothing(String runtime, int signal) throws Exception {
        try (Child child = captive(runtime)) {
            long inside = pidInside(child);
            Set<String> made = Footprint.of(child.pid());
            assertThat(made).isNotEmpty();

            long before = System.nanoTime();
            Processes.signal(child.pid(), signal);
            assertThat(child.await(Duration.ofSeconds(20))).isTrue();
            long millis = (System.nanoTime() - before) / 1_000_000;

            // The captive would stay for minutes; how quick the end is, bench/run measures.
            assertThat(millis).isLessThan(10_000);
            assertThat(Processes.startedAt(inside)).isEqualTo(-1);
            assertThat(Footprint.of(child.pid())).isEmpty();
            assertThat(Footprint.groups(names(made))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runc"})
    void killedItsSandboxesDieAndTheNextSweepRemovesTheRest(String runtime) throws Exception {
        try (Child child = captive(runtime)) {
            long inside = pidInside(child);
            Set<String> made = Footprint.of(child.pid());

            Processes.signal(child.pid(), Processes.SIGKILL);
            assertThat(child.await(Duration.ofSeconds(20))).isTrue();
            assertSoon(() -> Processes.startedAt(inside) == -1);
            List<String> swept = Leftovers.sweep();

            assertThat(swept).anyMatch(line -> line.contains("mount /run/mcpsf/" + child.pid()));
            assertThat(swept).anyMatch(line -> line.contains("control group"));
            assertThat(Footprint.of(child.pid())).isEmpty();
            assertThat(Footprint.groups(names(made))).isEmpty();
        }
    }

    @Test
    void aSweepSparesTheLiving() throws Exception {
        try (Child child = captive("crun")) {
            long inside = pidInside(child);
            Set<String> made = Footprint.of(child.pid());

            List<String> swept = Leftovers.sweep();

            assertThat(swept).noneMatch(line -> line.contains("/" + child.pid() + "."));
            assertThat(Processes.startedAt(inside)).isPositive();
            assertThat(Footprint.of(child.pid())).isEqualTo(made);
            Processes.signal(child.pid(), SIGTERM);
            assertThat(child.await(Duration.ofSeconds(20))).isTrue();
        }
    }

    private static Child captive(String runtime) {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.addAll(List.of(Captive.class.getName(), runtime, BUSY));
        return Command.of(argv).start();
    }

    private static long pidInside(Child child) throws IOException {
        var reader =
                new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
        var said = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("pid ")) {
                return Long.parseLong(line.substring(4));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError(
                said + new String(child.stderr().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static Set<String> names(Set<String> footprint) {
        Set<String> names = new TreeSet<>();
        footprint.stream()
                .filter(line -> line.startsWith("folder "))
                .forEach(line -> names.add(Path.of(line).getFileName().toString()));
        assertThat(names).isNotEmpty();
        return names;
    }

    private static void assertSoon(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
