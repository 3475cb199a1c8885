package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.KernelMattered;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.request.Access;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The aggressive profile starts a server on the host's kernel and on gVisor's, and compares. */
@Tag("release")
@Tag("chamber")
@Timeout(180)
final class TwoKernelsTest {

    @TempDir static Path reports;

    @BeforeAll
    static void install() {
        Installed.here(OciRuntimes.Preference.RUNSC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crun", "runsc"})
    void whatKeepsStillOnOneKernelIsFoundOut(String first) throws Exception {
        Outcome outcome = assess("kernel-teller", first);

        assertThat(outcome.evidence().of(KernelMattered.class))
                .extracting(s -> s.what().kind() + " " + s.what().runtime())
                .contains("bait crun");
        assertThat(outcome.judgement().findings())
                .extracting(Finding::rule)
                .contains("kernel-aware");
        assertThat(outcome.judgement().verdict()).isIn(Verdict.SUSPICIOUS, Verdict.MALICIOUS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"calculator", "notes-python"})
    void anHonestServerIsTheSameOnBoth(String name) throws Exception {
        Outcome outcome = assess(name, "crun");

        assertThat(outcome.evidence().of(KernelMattered.class)).isEmpty();
        assertThat(outcome.evidence().coverage().phases().get(Phase.KERNEL))
                .extracting(result -> result.why())
                .isEqualTo("");
        assertThat(outcome.judgement().verdict()).isEqualTo(Verdict.NOTHING_SEEN);
    }

    private static Outcome assess(String name, String runtime) throws InterruptedException {
        return new Assessment()
                .assess(
                        new AssessRequest(
                                Path.of("samples", name).toAbsolutePath().toString(),
                                List.of(),
                                List.of(),
                                Map.of(),
                                List.of(),
                                "aggressive",
                                reports,
                                runtime,
                                Duration.ZERO,
                                20_261_101L,
                                CacheOptions.usual(),
                                Access.none(),
                                ModelUse.none(),
                                new AssessRequest.Fuzz(0, Duration.ZERO, -1),
                                AssessRequest.Bounds.usual(),
                                List.of()),
                        Progress.none());
    }
}
