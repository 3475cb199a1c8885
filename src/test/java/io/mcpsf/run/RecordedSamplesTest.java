package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every sample judged from the evidence that was recorded of it: the rules of today still find in
 * it what its expect.yaml promises. Needs no sandbox; {@code bin/record samples NAME} records.
 */
final class RecordedSamplesTest {

    private static final RuleSet RULES = RuleSet.load();
    private static final Recordings KEPT = Recordings.kept();

    static Stream<String> samples() {
        return KEPT.samples().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theRecordingOfASampleIsJudgedAsTheSamplePromises(String sample) {
        Promise promise = Promise.of(Path.of("samples").resolve(sample), "auto");

        promise.compare(Judge.judge(KEPT.of(sample), RULES));
    }

    @Test
    void everySampleIsRecordedAndNothingElseIs() throws IOException {
        List<String> samples = Matrix.all().stream().map(Matrix::name).toList();

        assertThat(KEPT.samples())
                .as("bin/record samples NAME records a new sample; recordings of old ones go")
                .containsExactlyInAnyOrderElementsOf(samples);
    }

    @Test
    void aRecordingThatBreaksThePromiseIsRefused() {
        Promise benign = Promise.of(Path.of("samples/calculator"), "auto");

        assertThatThrownBy(() -> benign.compare(Judge.judge(KEPT.of("thief-env-node"), RULES)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("MALICIOUS");
    }
}
