package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The program as people run it: a process of its own with the launcher's heap, real sandboxes, exit
 * codes.
 */
@Tag("chamber")
@Tag("alone")
final class AssessEndToEndTest {

    /** Everything that could move a cursor, hide text or turn it around. */
    private static final Pattern DANGEROUS =
            Pattern.compile(
                    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    @TempDir Path output;

    @Test
    void aThiefIsMaliciousWithTheDecoyReadAndTheWayOutAsEvidence() throws Exception {
        Ended ended = mcpsf("assess", "samples/thief-env-node", "--format", "json");

        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        JsonNode report = Json.read(ended.out());
        assertThat(report.path("verdict").asString()).isEqualTo("MALICIOUS");
        JsonNode chain = finding(report, "bait-then-connect");
        List<String> shown = evidence(chain);
        assertThat(shown)
                .anyMatch(
                        line -> line.contains("BaitTouched") && line.contains(".aws/credentials"));
        assertThat(shown)
                .anyMatch(line -> line.contains("Connected") && line.contains("203.0.113.66"));
        for (String file :
                List.of("report.json", "report.md", "evidence.jsonl", "transcript.jsonl")) {
            assertThat(output.resolve("latest").resolve(file)).isNotEmptyFile();
        }
    }

    /** The gate asks the launcher the same. */
    @Test
    @Tag("release")
    void aBenignServerEndsWithNothingSeen() throws Exception {
        Ended ended = mcpsf("assess", "samples/calculator", "--profile", "safe");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("NOTHING SEEN").contains("calculator");
    }

    /** The gate asks the launcher the same. */
    @Test
    @Tag("release")
    void aServerThatNeverAnswersIsInconclusive() throws Exception {
        Ended ended = mcpsf("assess", "samples/never-answers", "--timeout", "6s");

        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.out()).contains("INCONCLUSIVE");
    }

    @Test
    void aFolderWithoutAServerIsInconclusiveAndSaysWhatToDo() throws Exception {
        Path empty = Files.createDirectory(output.resolve("prose"));
        Files.writeString(empty.resolve("README.md"), "words");

        Ended ended = mcpsf("assess", empty.toString());

        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.out()).contains("INCONCLUSIVE").contains("--command");
    }

    @Test
    void hostileOutputReachesNeitherTerminalNorReportAndFitsInTheHeap() throws Exception {
        for (String sample : List.of("noisy-terminal", "flood-line")) {
            Ended ended = mcpsf("assess", "samples/" + sample, "--profile", "safe");

            assertThat(ended.code()).as(ended.err()).isIn(1, 3);
            assertThat(DANGEROUS.matcher(ended.out() + ended.err()).find()).isFalse();
            for (String file : List.of("report.json", "report.md", "evidence.jsonl")) {
                String text = Files.readString(output.resolve("latest").resolve(file));
                assertThat(text.chars().anyMatch(c -> c < 0x20 && c != '\n' && c != '\t'))
                        .as(file)
                        .isFalse();
            }
            String read = Files.readString(output.resolve("latest/report.md"));
            assertThat(DANGEROUS.matcher(read).find()).isFalse();
        }
    }

    @Test
    void judgingACaseAgainGivesTheSameBytes() throws Exception {
        mcpsf("assess", "samples/rug-pull", "--profile", "safe");
        byte[] first = Files.readAllBytes(output.resolve("latest/report.json"));

        Ended again = mcpsf("judge", output.resolve("latest").toString(), "--format", "json");

        assertThat(again.out()).isEqualTo(new String(first, StandardCharsets.UTF_8));
    }

    @Test
    void anInterruptedAssessmentEndsAndLeavesNothing() throws Exception {
        Path err = Files.createTempFile(output, "err", "");
        Process process =
                builder("assess", "samples/slow-starter")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(err.toFile())
                        .start();
        awaitStart(process.pid());

        long before = System.nanoTime();
        interrupt(process);
        isGone(process);
        // The budget is a second on a machine with nothing else to do; bench/run measures it.
        assertThat((System.nanoTime() - before) / 1_000_000).isLessThan(15_000);

        // Its runtime may still have been tried; then there is no case yet.
        assertThat(Files.readString(err))
                .contains("mcpsf: interrupted; everything was cleaned up", "  kept: ");
    }

    /** Each of them is cut off elsewhere; the one above is the shortest. */
    @ParameterizedTest
    @Tag("release")
    @ValueSource(strings = {"INSPECT", "START", "HANDSHAKE", "LIST", "CALL", "IDLE", "ATTACK"})
    void inEveryPhaseTheCaseSaysThatItWasInterrupted(String phase) throws Exception {
        interruptedIn(phase);
    }

    @Test
    void aServerThatAnInterruptionEndedDidNotCrash() throws Exception {
        interruptedIn("IDLE");

        Path evidence = output.resolve("latest/evidence.jsonl");
        assertThat(Files.readAllLines(evidence))
                .filteredOn(line -> line.contains("\"ServerEnded\""))
                .noneMatch(line -> line.contains("\"asked\":false"));
    }

    private void interruptedIn(String phase) throws Exception {
        Process process =
                builder("assess", "samples/calculator", "--progress", "json")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var said = new StringBuilder();
        try (var lines = process.errorReader()) {
            String begins = "{\"kind\":\"phase\",\"phase\":{\"phase\":\"%s\"".formatted(phase);
            String line = lines.readLine();
            while (line != null && !line.startsWith(begins)) {
                line = lines.readLine();
            }
            assertThat(line).as(phase).isNotNull();
            interrupt(process);
            lines.lines().filter(each -> !each.startsWith("{")).forEach(said::append);
        }

        isGone(process);

        isToldAsInterrupted(said.toString());
    }

    @Test
    void aSandboxThatIsKeptReallyRunsUntilEnterIsPressed() throws Exception {
        Process process =
                builder("assess", "samples/calculator", "--profile", "safe", "--no-cleanup")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var lines = process.errorReader();
                var typed = process.outputWriter()) {
            String line = lines.readLine();
            while (line != null && !line.contains("its files:")) {
                line = lines.readLine();
            }
            assertThat(line).isNotNull();
            Path root = Path.of(line.replaceFirst(".*ls ", ""));
            assertThat(root.resolve("opt/calculator/server.js")).exists();
            assertThat(Files.readString(root.resolveSibling("cmdline"))).startsWith("node");

            typed.write("\n");
            typed.flush();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(root).doesNotExist();
            assertThat(leftOf(process.pid())).isEmpty();
        }
    }

    private static void interrupt(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    private static void isGone(Process process) throws Exception {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(leftOf(process.pid())).isEmpty();
    }

    private void isToldAsInterrupted(String said) throws IOException {
        assertThat(said)
                .contains("mcpsf: interrupted; everything was cleaned up")
                .contains("with a report on what was seen");
        JsonNode report = Json.read(Files.readAllBytes(output.resolve("latest/report.json")));
        assertThat(report.path("verdict").asString()).isEqualTo("INCONCLUSIVE");
        assertThat(report.at("/coverage/phases/STOP/why").asString()).isEqualTo("interrupted");
    }

    /** Waits until the process has a sandbox, which is when it has mounts. */
    private static void awaitStart(long pid) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (leftOf(pid).isEmpty()) {
            assertThat(System.nanoTime()).as("no sandbox was started").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static List<String> leftOf(long pid) throws IOException {
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return mounts.filter(line -> line.contains("/run/mcpsf/" + pid + ".")).toList();
        }
    }

    private List<String> evidence(JsonNode finding) throws IOException {
        var numbers = new ArrayList<Long>();
        finding.path("evidence").forEach(seq -> numbers.add(seq.asLong()));
        try (Stream<String> lines = Files.lines(output.resolve("latest/evidence.jsonl"))) {
            return lines.filter(
                            line ->
                                    numbers.stream()
                                            .anyMatch(n -> line.startsWith("{\"seq\":" + n + ",")))
                    .toList();
        }
    }

    private static JsonNode finding(JsonNode report, String rule) {
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("rule").asString().equals(rule)) {
                return finding;
            }
        }
        throw new AssertionError("no finding of " + rule);
    }

    private Ended mcpsf(String... words) throws Exception {
        Path out = Files.createTempFile(output, "out", "");
        Path err = Files.createTempFile(output, "err", "");
        Process process =
                builder(words).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        assertThat(leftOf(process.pid())).isEmpty();
        assertThat(Files.isDirectory(output, LinkOption.NOFOLLOW_LINKS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private ProcessBuilder builder(String... words) {
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp"));
        argv.add(System.getProperty("java.class.path"));
        argv.add("io.mcpsf.cli.Main");
        argv.addAll(List.of(words));
        if (words[0].equals("assess")) {
            argv.addAll(List.of("--output", output.toString()));
        }
        return new ProcessBuilder(argv);
    }

    private record Ended(int code, String out, String err) {}
}
