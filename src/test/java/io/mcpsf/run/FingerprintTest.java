package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.mcpsf.run.scene.Fixtures;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executors;

/**
 * What a sample can learn about where it runs: {@code look.py} lists it, in several fresh runs.
 * Nothing of it names us, and what is the same in all runs is what {@link CommonSights} says every
 * machine of this kind has.
 */
@Tag("chamber")
final class FingerprintTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @TempDir Path folder;

    @Test
    void nothingNamesUsAndNothingOfOursIsTheSameInThreeRuns() throws Exception {
        check(looks(3));
    }

    @Test
    @Tag("release")
    void nothingNamesUsAndNothingOfOursIsTheSameInTenRuns() throws Exception {
        check(looks(10));
    }

    @Test
    void aConstantOfOursWouldBeFound() {
        var ours = List.of("route\teth0 100.64.0.1", "device\teth0");

        assertThat(CommonSights.ownAmong(List.of(ours, ours)))
                .containsExactly("route\teth0 100.64.0.1");
        assertThat(CommonSights.naming(List.of("mounts\t/run/mcpsf/1/box /tmp tmpfs"))).hasSize(1);
    }

    private static void check(List<List<String>> looks) {
        var naming = new TreeSet<String>();
        looks.forEach(look -> naming.addAll(CommonSights.naming(look)));
        assertSoftly(
                found -> {
                    found.assertThat(naming).as("names us, or the user").isEmpty();
                    found.assertThat(CommonSights.ownAmong(looks))
                            .as("the same in every run")
                            .isEmpty();
                });
        looks.forEach(
                look ->
                        assertThat(look)
                                .contains(
                                        "clocks agree\tTrue",
                                        "uptime goes on\tTrue",
                                        "ages of files\tdiffer",
                                        "usual ports\t80 443")
                                .anyMatch(fact -> fact.startsWith("issuer\t")));
    }

    /** The sample lies where installed trees do: below the user's home, in a folder of our name. */
    private List<List<String>> looks(int runs) throws Exception {
        Path sample = Files.createDirectories(folder.resolve("root/.cache/mcpsf/trees/viewer"));
        try (var look = FingerprintTest.class.getResourceAsStream("/inside/look.py")) {
            Files.write(sample.resolve("look.py"), look.readAllBytes());
        }
        var looks = new ArrayList<List<String>>();
        try (OciExecutor crun = OciRuntimes.choose(OciRuntimes.Preference.parse("crun"), _ -> {})) {
            for (int run = 0; run < runs; run++) {
                looks.add(look(sample, crun));
            }
        }
        return looks;
    }

    private static List<String> look(Path sample, OciExecutor crun) throws Exception {
        List<String> command = List.of("/usr/bin/python3", "FOLDER/look.py");
        try (var rehearsal = Rehearsal.of(sample, command, Fixtures.draw(new SecureRandom()));
                var show = rehearsal.start(crun, true, (_, _) -> {});
                var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            var said = tasks.submit(() -> show.sandbox().pipes().stdout().readAllBytes());
            var trouble = tasks.submit(() -> show.sandbox().pipes().stderr().readAllBytes());
            assertThat(show.sandbox().await(PATIENCE)).isPresent();
            assertThat(new String(trouble.get(), StandardCharsets.UTF_8)).isEmpty();
            return new String(said.get(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
