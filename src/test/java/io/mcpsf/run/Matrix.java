package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.sandbox.oci.Installed;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.DynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Samples detonated for real with one runtime and profile, and held against what they promise in
 * their expect.yaml. Where a runtime shows less, the file says so below {@code on} with the reason.
 */
final class Matrix implements AutoCloseable {

    /** What a crowd would hide: proofs by time, answers to be read at once. Alone, and last. */
    private static final Set<String> ALONE =
            Set.of("flood-line", "vuln-slow-node", "vuln-slow-python", "vuln-sql-time-python");

    /** Valid calls only, and a short look at what the server does by itself. */
    private static final String UNATTACKED = "safe";

    private final String runtime;
    private final String profile;
    private final Path reports;
    private final Optional<Recordings> recordings;
    private final ReadWriteLock crowd = new ReentrantReadWriteLock(true);
    private final ExecutorService atOnce;
    private final Assessment assessment = new Assessment();
    private final Assessment once = new Assessment(false);

    Matrix(String runtime, String profile, Path reports, int atOnce) {
        this(runtime, profile, reports, atOnce, Optional.empty());
    }

    /** With the evidence of every sample that keeps its promise recorded. */
    Matrix(
            String runtime,
            String profile,
            Path reports,
            int atOnce,
            Optional<Recordings> recordings) {
        this.recordings = recordings;
        this.runtime = runtime;
        this.profile = profile;
        this.reports = reports;
        this.atOnce = Executors.newFixedThreadPool(atOnce);
        if (runtime.equals("runsc")) {
            Installed.here(OciRuntimes.Preference.RUNSC);
        }
    }

    /** How one sample went, as a row of the table in docs/runtimes.md. */
    record Row(String sample, String verdict, List<String> rules, String says) {

        static final String SAME = "same";
        static final String DIFFERS = "DIFFERS: ";

        Row {
            rules = List.copyOf(rules);
        }

        boolean differs() {
            return says.startsWith(DIFFERS);
        }

        @Override
        public String toString() {
            return "| %s | %s | %s | %s |"
                    .formatted(sample, verdict, String.join(", ", rules), says);
        }
    }

    /** Starts a sample, and says how it went once it is asked. */
    Supplier<Row> row(Path sample) throws IOException {
        Promise promise = Promise.of(sample, runtime);
        Future<Outcome> run = run(sample, profile, assessment);
        return () -> {
            String verdict = "none";
            String says;
            try {
                Outcome outcome = result(run);
                verdict = outcome.judgement().verdict().toString();
                promise.compare(outcome.judgement());
                recordings.ifPresent(kept -> kept.keep(sample, outcome.caseFolder()));
                says = promise.why().isEmpty() ? Row.SAME : "as named: " + promise.why();
            } catch (AssertionError e) {
                says = Row.DIFFERS + String.valueOf(e.getMessage()).replaceAll("[\\s|]+", " ");
            }
            return new Row(name(sample), verdict, promise.rules(), says);
        };
    }

    static List<Path> all() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("samples").toAbsolutePath())) {
            return folders.filter(f -> Files.exists(f.resolve("expect.yaml")))
                    .sorted(Comparator.comparing((Path f) -> alone(f)).thenComparing(f -> f))
                    .toList();
        }
    }

    /** One test for each sample of these names, all of which exist. */
    List<DynamicTest> tests(Set<String> names) throws IOException {
        return tests(names, names, names);
    }

    /** The same with only some of them attacked, and only some of these started again. */
    List<DynamicTest> tests(Set<String> names, Set<String> attacked, Set<String> again)
            throws IOException {
        List<Path> samples = all().stream().filter(s -> names.contains(name(s))).toList();
        assertThat(samples).hasSameSizeAs(names);
        return tests(
                samples,
                s -> attacked.contains(name(s)) ? profile : UNATTACKED,
                s -> again.contains(name(s)) ? assessment : once);
    }

    /** One test for each sample; they run a few at once from now on. */
    List<DynamicTest> tests(List<Path> samples) throws IOException {
        return tests(samples, _ -> profile, _ -> assessment);
    }

    private List<DynamicTest> tests(
            List<Path> samples, Function<Path, String> profiles, Function<Path, Assessment> by)
            throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (Path sample : samples) {
            Promise promise = Promise.of(sample, runtime);
            Future<Outcome> outcome = run(sample, profiles.apply(sample), by.apply(sample));
            tests.add(
                    DynamicTest.dynamicTest(
                            name(sample), () -> promise.compare(result(outcome).judgement())));
        }
        return tests;
    }

    /**
     * Waits for what is still under way, as after a test that was tried again alone: it writes to a
     * folder that its caller is about to delete.
     */
    @Override
    public void close() {
        atOnce.shutdownNow();
        try {
            assertThat(atOnce.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Future<Outcome> run(Path sample, String profile, Assessment by) {
        Lock turn = alone(sample) ? crowd.writeLock() : crowd.readLock();
        return atOnce.submit(
                () -> {
                    turn.lockInterruptibly();
                    try {
                        return by.assess(request(sample, profile), Progress.none());
                    } finally {
                        turn.unlock();
                    }
                });
    }

    private static boolean alone(Path sample) {
        return ALONE.contains(name(sample));
    }

    private static Outcome result(Future<Outcome> outcome) {
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("the assessment failed: " + e.getCause(), e.getCause());
        }
    }

    private AssessRequest request(Path sample, String profile) {
        return new AssessRequest(
                sample.toString(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                profile,
                reports,
                runtime,
                Duration.ZERO,
                20_261_101L);
    }

    static String name(Path sample) {
        return String.valueOf(sample.getFileName());
    }
}
