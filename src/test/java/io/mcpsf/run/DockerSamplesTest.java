package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Samples detonated in containers of a real engine get the verdicts that they get elsewhere. All
 * samples run there by {@code bin/matrix docker-runc} and {@code bin/matrix docker-runsc}.
 */
@Tag("release")
@Tag("chamber")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DockerSamplesTest {

    /**
     * One of each way to see something: processes, files, decoys, names, requests, limits, calls.
     */
    private static final List<String> SAMPLES =
            List.of(
                    "calculator",
                    "courier-python",
                    "dns-tunnel",
                    "dropper",
                    "escape-artist",
                    "fork-bomb",
                    "ghost",
                    "http-echo",
                    "http-open",
                    "install-caller",
                    "memory-bomb",
                    "memory-runner",
                    "notes-python",
                    "ransom",
                    "reverse-shell",
                    "settler",
                    "thief-curl",
                    "vuln-command-node",
                    "vuln-session-node",
                    "vuln-sql-python",
                    "wiper");

    /** In gVisor another sensor sees them; the rest is the same. */
    private static final List<String> IN_GVISOR =
            List.of(
                    "calculator",
                    "dns-tunnel",
                    "dropper",
                    "fork-bomb",
                    "http-echo",
                    "memory-bomb",
                    "ransom",
                    "sleeper",
                    "thief-curl",
                    "vuln-session-node");

    private static final int PATIENCE_MINUTES = 8;

    private final Cleanup undo = new Cleanup();
    private PrivateEngine engine;

    @BeforeAll
    void start() {
        engine = PrivateEngine.withGvisor();
        undo.add(engine::close);
    }

    @AfterAll
    void end() {
        undo.close();
    }

    @TestFactory
    Stream<DynamicTest> everySampleGetsTheVerdictItDeserves() {
        return Stream.concat(
                tests("docker-runc", SAMPLES).stream(), tests("docker-runsc", IN_GVISOR).stream());
    }

    private List<DynamicTest> tests(String runtime, List<String> samples) {
        Map<String, CompletableFuture<String>> rows = new LinkedHashMap<>();
        samples.forEach(sample -> rows.put(sample, new CompletableFuture<>()));
        List<String> words = new ArrayList<>(List.of(runtime));
        words.addAll(samples);
        Child matrix = MatrixProgram.command(engine, words).start();
        undo.add(() -> end(matrix));
        Thread.ofVirtual().start(() -> read(matrix, rows));
        return rows.entrySet().stream()
                .map(row -> test(row.getKey() + " in " + runtime, row.getValue()))
                .toList();
    }

    /** After its last row it deletes its reports. */
    private static void end(Child matrix) {
        try (matrix) {
            matrix.await(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static DynamicTest test(String name, CompletableFuture<String> row) {
        return DynamicTest.dynamicTest(
                name,
                () ->
                        assertThat(row.get(PATIENCE_MINUTES, TimeUnit.MINUTES))
                                .doesNotContain(Matrix.Row.DIFFERS));
    }

    /** Rows come as the samples end; what is said last explains rows that do not come. */
    private static void read(Child matrix, Map<String, CompletableFuture<String>> rows) {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(matrix.stdout(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split("\\|", 3);
                if (cells.length == 3) {
                    String row = line;
                    Optional.ofNullable(rows.get(cells[1].strip()))
                            .ifPresent(waited -> waited.complete(row));
                }
            }
            String last =
                    new String(matrix.stderr().readNBytes(2000), StandardCharsets.UTF_8).strip();
            rows.values()
                    .forEach(
                            row -> row.completeExceptionally(new AssertionError("ended: " + last)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
