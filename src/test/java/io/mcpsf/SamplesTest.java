package io.mcpsf;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * The samples as plain programs: what they promise in writing, and that the hostile ones refuse to
 * run here.
 */
@Tag("peers")
class SamplesTest {

    private static final Path SAMPLES = Path.of("samples");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<String> KNOWN_RULES =
            RuleSet.load().infos().stream().map(RuleInfo::id).toList();

    private static final String DESK =
            """
            Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
            eth0 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0
            """;
    private static final String FAKE_INTERNET =
            """
            Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
            eth0 00000000 01004064 0003 0 0 0 00000000 0 0 0
            """;
    private static final String NO_ROUTE =
            "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n";
    private static final String NO_ROUTE6 =
            "0".repeat(32)
                    + " 00 "
                    + "0".repeat(32)
                    + " 00 "
                    + "0".repeat(32)
                    + " ffffffff 1 0 200200 lo\n";
    private static final String ROUTE6 =
            "0".repeat(32)
                    + " 00 "
                    + "0".repeat(32)
                    + " 00 fe80"
                    + "0".repeat(28)
                    + " 400 1 0 3 eth0\n";

    @ParameterizedTest
    @MethodSource("samples")
    void everyExpectationIsComplete(Path sample) throws IOException {
        JsonNode expect = expectation(sample);

        assertThat(expect.propertyNames())
                .startsWith("about", "kind", "verdict", "exit", "rules")
                .isSubsetOf("about", "kind", "verdict", "exit", "rules", "on");
        assertThat(expect.get("about").asString()).isNotBlank();
        Verdict verdict = Verdict.valueOf(expect.get("verdict").asString());
        int exit = expect.get("exit").asInt();
        List<String> rules = rules(sample);
        switch (expect.get("kind").asString()) {
            case "hostile" -> {
                assertThat(verdict).isNotEqualTo(Verdict.NOTHING_SEEN);
                assertThat(rules).isNotEmpty().doesNotHaveDuplicates();
            }
            case "vulnerable" -> {
                // A crash is told and weighs too little for a verdict of its own.
                assertThat(verdict).isIn(Verdict.RISKY, Verdict.NOTHING_SEEN);
                assertThat(rules).isNotEmpty().doesNotHaveDuplicates();
            }
            case "benign" -> {
                assertThat(verdict).isEqualTo(Verdict.NOTHING_SEEN);
                assertThat(exit).isZero();
                assertThat(rules).isEmpty();
            }
            case "silent" -> assertThat(verdict).isEqualTo(Verdict.INCONCLUSIVE);
            default -> throw new AssertionError("no such kind of sample: " + expect.get("kind"));
        }
        assertThat(exit == 3).isEqualTo(verdict == Verdict.INCONCLUSIVE);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyExpectedRuleExists(Path sample) {
        assertThat(KNOWN_RULES).containsAll(rules(sample));
    }

    @Test
    void hostileAndBenignSamplesAreManyOfEach() throws IOException {
        List<String> kinds = samples().stream().map(SamplesTest::kind).toList();

        assertThat(kinds.stream().filter("hostile"::equals)).hasSizeGreaterThanOrEqualTo(10);
        assertThat(kinds.stream().filter("benign"::equals)).hasSizeGreaterThanOrEqualTo(10);
        assertThat(kinds).contains("silent");
    }

    @Test
    void sharedFilesAreCopiedFaithfully() throws Exception {
        assertThat(output("", "bin/sync-samples", "--check")).isEmpty();
    }

    @Test
    void benignSamplesSpeakProperlyAndHostileOnesRefuseToRunHere() throws Exception {
        assertThat(output("", "bin/try-sample", "--all"))
                .doesNotContain("FAIL")
                .endsWith(" 0 failed\n");
    }

    @Test
    void theGuardsTellAChamberFromADesk() throws Exception {
        for (Guard guard : List.of(Guard.NODE, Guard.PYTHON)) {
            assertThat(guard.sealed(NO_ROUTE, NO_ROUTE6, 3, "/home/dev")).as("no way out").isTrue();
            assertThat(guard.sealed(FAKE_INTERNET, ROUTE6, 3, "/home/dev"))
                    .as("fake internet")
                    .isTrue();
            assertThat(guard.sealed(DESK, NO_ROUTE6, 3, "/home/dev")).as("a way out").isFalse();
            assertThat(guard.sealed(NO_ROUTE, ROUTE6, 3, "/home/dev"))
                    .as("a way out by IPv6")
                    .isFalse();
            assertThat(
                            guard.sealed(
                                    FAKE_INTERNET + DESK.lines().toList().get(1),
                                    "",
                                    3,
                                    "/home/dev"))
                    .as("two ways out")
                    .isFalse();
            assertThat(guard.sealed(NO_ROUTE, NO_ROUTE6, 200, "/home/dev"))
                    .as("a desk without network")
                    .isFalse();
            assertThat(guard.sealed(NO_ROUTE, NO_ROUTE6, 3, "/root"))
                    .as("a build container")
                    .isFalse();
        }
    }

    /** One of the two guards, asked about a place that is described to it. */
    private record Guard(List<String> command) {

        static final Guard NODE =
                new Guard(
                        List.of(
                                "node",
                                "-e",
                                "const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
                                    + "console.log(require('./samples/shared/guard.js').sealed(given))"));
        static final Guard PYTHON =
                new Guard(
                        List.of(
                                "python3",
                                "-B",
                                "-c",
                                "import sys, json; sys.path.insert(0, 'samples/shared'); import"
                                    + " guard;"
                                    + "print(str(guard.sealed(**json.load(sys.stdin))).lower())"));

        boolean sealed(String routes, String routes6, int processes, String home) throws Exception {
            String place =
                    Json.object()
                            .put("routes", routes)
                            .put("routes6", routes6)
                            .put("processes", processes)
                            .put("home", home)
                            .toString();
            return Boolean.parseBoolean(output(place, command.toArray(String[]::new)).strip());
        }
    }

    static List<Path> samples() throws IOException {
        try (var folders = Files.list(SAMPLES)) {
            return folders.filter(f -> Files.exists(f.resolve("expect.yaml"))).sorted().toList();
        }
    }

    private static String kind(Path sample) {
        return expectation(sample).get("kind").asString();
    }

    private static List<String> rules(Path sample) {
        return StreamSupport.stream(expectation(sample).get("rules").spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    private static JsonNode expectation(Path sample) {
        return YAML.readTree(sample.resolve("expect.yaml").toFile());
    }

    private static String output(String input, String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out;
    }
}
