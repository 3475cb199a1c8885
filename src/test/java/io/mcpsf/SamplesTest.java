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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private static final Map<Path, JsonNode> READ = new HashMap<>();
    private static final List<String> KNOWN_RULES =
            RuleSet.load().infos().stream().map(RuleInfo::id).toList();

    private static final String POWERLESS = "Name:\tnode\nCapBnd:\t0000000000000000\n";
    private static final String DESK = "Name:\tnode\nCapBnd:\t000001ffffffffff\n";
    private static final String READ_ONLY =
            "tmpfs / tmpfs ro,nosuid,nodev 0 0\ntmpfs /tmp tmpfs rw 0 0\n";
    private static final String WRITABLE = "/dev/sda1 / ext4 rw,relatime 0 0\n";

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
            assertThat(guard.sealed(POWERLESS, READ_ONLY, 3, "/home/dev")).isTrue();
            assertThat(guard.sealed(DESK, READ_ONLY, 3, "/home/dev")).as("a desk").isFalse();
            assertThat(guard.sealed("", READ_ONLY, 3, "/home/dev")).as("unknown power").isFalse();
            assertThat(guard.sealed(POWERLESS, WRITABLE, 3, "/home/dev"))
                    .as("a system that can be changed")
                    .isFalse();
            assertThat(guard.sealed(POWERLESS, READ_ONLY + WRITABLE, 3, "/home/dev"))
                    .as("another root on top")
                    .isFalse();
            assertThat(guard.sealed(POWERLESS, READ_ONLY, 200, "/home/dev"))
                    .as("a busy machine")
                    .isFalse();
            assertThat(guard.sealed(POWERLESS, READ_ONLY, 3, "/root"))
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

        boolean sealed(String status, String mounts, int processes, String home) throws Exception {
            String place =
                    Json.object()
                            .put("status", status)
                            .put("mounts", mounts)
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
        return READ.computeIfAbsent(
                sample, folder -> YAML.readTree(folder.resolve("expect.yaml").toFile()));
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
