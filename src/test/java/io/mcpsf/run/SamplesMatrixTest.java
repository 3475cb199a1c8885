package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Every sample detonated for real, and held against what it promises in its expect.yaml. */
@Tag("chamber")
final class SamplesMatrixTest {

    /** Most of a detonation is waiting, so a few at once cost little and halve the time. */
    private static final ExecutorService AT_ONCE = Executors.newFixedThreadPool(3);

    @TempDir static Path reports;

    @AfterAll
    static void stop() {
        AT_ONCE.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> everySampleGetsTheVerdictItDeserves() throws IOException {
        var assessment = new Assessment();
        var tests = new ArrayList<DynamicTest>();
        for (Path sample : samples()) {
            JsonNode expect =
                    new YAMLMapper().readTree(Files.readString(sample.resolve("expect.yaml")));
            Future<Outcome> outcome =
                    AT_ONCE.submit(() -> assessment.assess(request(sample), Progress.none()));
            tests.add(
                    DynamicTest.dynamicTest(
                            sample.getFileName().toString(),
                            () -> compare(expect, result(outcome))));
        }
        assertThat(tests).as("enough samples to mean something").hasSizeGreaterThan(24);
        return tests.stream();
    }

    private static void compare(JsonNode expect, Outcome outcome) {
        List<Finding> findings = outcome.judgement().findings();
        List<String> rules = findings.stream().map(Finding::rule).distinct().toList();
        String told =
                outcome.judgement().summary() + " " + outcome.judgement().doubts() + " " + rules;

        assertThat(outcome.judgement().verdict())
                .as(told)
                .isEqualTo(Verdict.valueOf(expect.path("verdict").asString()));
        assertThat(rules)
                .as(told)
                .containsAll(
                        StreamSupport.stream(expect.path("rules").spliterator(), false)
                                .map(JsonNode::asString)
                                .toList());
        if (expect.path("kind").asString().equals("benign")) {
            assertThat(findings)
                    .allSatisfy(f -> assertThat(f.severity()).isLessThan(Severity.MEDIUM));
        }
    }

    private static Outcome result(Future<Outcome> outcome) throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            throw new AssertionError("the assessment failed", e.getCause());
        }
    }

    private static AssessRequest request(Path sample) {
        return new AssessRequest(
                sample.toString(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                "balanced",
                reports,
                "auto",
                Duration.ZERO,
                20_261_101L);
    }

    private static List<Path> samples() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("samples").toAbsolutePath())) {
            return folders.filter(f -> Files.exists(f.resolve("expect.yaml"))).sorted().toList();
        }
    }
}
