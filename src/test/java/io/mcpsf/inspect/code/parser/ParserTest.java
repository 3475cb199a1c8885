package io.mcpsf.inspect.code.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real parser, with real deaths. */
@Tag("peers")
final class ParserTest {

    private static final Duration MUCH = Duration.ofMinutes(2);
    private static final Duration OFTEN = Duration.ofMillis(50);

    @TempDir Path folder;

    private final Parser parser = new Parser(BuiltParser.program());

    @AfterEach
    void close() {
        parser.close();
    }

    @Test
    void aTextBecomesATree() {
        SyntaxTree tree = tree(Language.JAVASCRIPT, "const a = f('x');");

        assertThat(tree.kind(0)).isEqualTo(Kind.PROGRAM);
        int call = find(tree, Kind.CALL);
        assertThat(tree.text(call, 100)).isEqualTo("f('x')");
        assertThat(tree.text(tree.child(call, Part.CALLEE), 100)).isEqualTo("f");
        assertThat(tree.nonsense()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SEGV", "KILL", "ABRT"})
    void aKilledParserCostsOneTextAndNoMore(String signal) throws InterruptedException {
        long first = parser.pid();
        Command.of("kill", "-" + signal, "" + first).run();
        awaitGone(first);

        Parsing killed = parser.parse(Language.PYTHON, bytes("x = 1"));
        Parsing next = parser.parse(Language.PYTHON, bytes("x = 1"));

        assertThat(killed).isInstanceOf(Parsing.Failed.class);
        assertThat(next).isInstanceOf(Parsing.Parsed.class);
        assertThat(parser.pid()).isNotEqualTo(first);
    }

    @Test
    void aParserThatDiesAgainAndAgainIsGivenUp() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            long pid = parser.pid();
            Command.of("kill", "-KILL", "" + pid).run();
            awaitGone(pid);
            assertThat(parser.parse(Language.PYTHON, bytes("x")))
                    .isInstanceOf(Parsing.Failed.class);
            parser.parse(Language.PYTHON, bytes("x"));
        }

        assertThat(parser.parse(Language.PYTHON, bytes("x")))
                .isEqualTo(new Parsing.Failed("the parser crashed too often"));
    }

    @Test
    void aTextThatHasToWaitForACoreIsParsed() throws InterruptedException {
        var limits = new ParserLimits(Duration.ofMillis(300), MUCH, OFTEN);
        try (var patient = new Parser(BuiltParser.program(), limits)) {
            String pid = "" + patient.pid();
            Command.of("kill", "-STOP", pid).run();
            CompletableFuture<Void> resumed =
                    CompletableFuture.runAsync(
                            () -> resume(pid),
                            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));

            assertThat(patient.parse(Language.JAVASCRIPT, bytes("const a = f('x');")))
                    .isInstanceOf(Parsing.Parsed.class);
            resumed.join();
        }
    }

    @Test
    void aParserThatOnlyComputesIsEndedForTheTextThatItIsAt() throws IOException {
        var limits = new ParserLimits(Duration.ofMillis(300), MUCH, OFTEN);
        try (var spinning = new Parser(thatGreetsAndThen("while :; do :; done"), limits)) {
            assertThat(spinning.parse(Language.PYTHON, bytes("x = 1")))
                    .isEqualTo(new Parsing.Failed("it takes too long to parse"));
        }
    }

    @Test
    void aParserThatOnlyWaitsIsEndedAsWell() throws IOException {
        var limits = new ParserLimits(MUCH, Duration.ofSeconds(1), OFTEN);
        try (var silent = new Parser(thatGreetsAndThen("exec /bin/sleep 60"), limits)) {
            assertThat(silent.parse(Language.PYTHON, bytes("x = 1")))
                    .isEqualTo(new Parsing.Failed("the parser did not answer within 1 s"));
        }
    }

    @Test
    void deepNestingCostsLittle() throws IOException {
        int depth = 200_000;
        assertWithinLimits(Language.JAVASCRIPT, "(".repeat(depth) + "1" + ")".repeat(depth));
        assertWithinLimits(Language.JAVASCRIPT, "[".repeat(1_000_000));
        assertWithinLimits(Language.PYTHON, "[".repeat(depth) + "]".repeat(depth));
        assertWithinLimits(Language.TYPESCRIPT, "a<".repeat(300_000));
        assertWithinLimits(Language.JAVASCRIPT, "`${".repeat(depth));
    }

    @Test
    void hugeLinesCostLittle() throws IOException {
        assertWithinLimits(Language.JAVASCRIPT, "x='" + "a".repeat(15 << 20) + "'");
        assertWithinLimits(Language.JAVASCRIPT, "a+".repeat(4 << 20) + "a");
        assertWithinLimits(Language.PYTHON, "\t".repeat(8 << 20) + "x");
        assertWithinLimits(Language.TSX, "<a>".repeat(1 << 20));
    }

    @Test
    void noiseIsSurvived() {
        noise(16);
    }

    @Test
    @Tag("release")
    void muchNoiseIsSurvived() {
        noise(60);
    }

    private void noise(int rounds) {
        var chance = new SplittableRandom(7);
        for (int round = 0; round < rounds; round++) {
            var noise = new byte[chance.nextInt(1, 30_000)];
            chance.nextBytes(noise);
            Language language = Language.values()[round % 4];
            Parsing parsing = parser.parse(language, noise);
            if (parsing instanceof Parsing.Parsed(var tree)) {
                assertThat(tree.end(0)).isLessThanOrEqualTo(noise.length);
            }
        }
    }

    @Test
    void itHasGivenEverythingAway() throws IOException {
        parser.parse(Language.JAVASCRIPT, bytes("x"));
        String status = Files.readString(Path.of("/proc/" + parser.pid() + "/status"));

        assertThat(field(status, "Seccomp")).isEqualTo("2");
        assertThat(field(status, "NoNewPrivs")).isEqualTo("1");
        if ("root".equals(System.getProperty("user.name"))) {
            assertThat(field(status, "Uid").split("\\s+")).containsOnly("65534");
            assertThat(field(status, "CapEff")).isEqualTo("0000000000000000");
        }
    }

    /** Something in the parser's place that says what the real one says first. */
    private Path thatGreetsAndThen(String command) throws IOException {
        Path script = folder.resolve("parser");
        Files.writeString(
                script,
                "#!/bin/sh\n'%s' 10 </dev/null\n%s\n".formatted(BuiltParser.program(), command));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    private static void resume(String pid) {
        try {
            Command.of("kill", "-CONT", pid).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertWithinLimits(Language language, String hostile) throws IOException {
        long pid = parser.pid();
        Duration before = coreTime(pid);
        parser.parse(language, bytes(hostile));

        // Of one that was ended nothing is known; that it was is what limits it.
        assertThat(coreTime(pid).minus(before)).isLessThan(Duration.ofSeconds(15));
        Path status = Path.of("/proc/" + parser.pid() + "/status");
        if (Files.exists(status)) {
            String peak = field(Files.readString(status), "VmHWM");
            if (!peak.isEmpty()) {
                long kilobytes = Long.parseLong(peak.replaceAll("\\D", ""));
                assertThat(kilobytes).isLessThan(512 * 1024);
            }
        }
    }

    private static Duration coreTime(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    private static void awaitGone(long pid) {
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(pid + " does not end");
            }
            Thread.onSpinWait();
        }
    }

    private static String field(String status, String name) {
        Matcher found = Pattern.compile("(?m)^" + name + ":\\s*(.*)$").matcher(status);
        return found.find() ? found.group(1).strip() : "";
    }

    private SyntaxTree tree(Language language, String text) {
        return switch (parser.parse(language, bytes(text))) {
            case Parsing.Parsed(var tree) -> tree;
            case Parsing.Failed(String why) -> throw new AssertionError(why);
        };
    }

    private static int find(SyntaxTree tree, Kind kind) {
        for (int node = 0; node < tree.size(); node++) {
            if (tree.is(node, kind)) {
                return node;
            }
        }
        return -1;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
