package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.InterrogationOutcome;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.EndpointSeen;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.run.question.HttpReach;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server that opens a port in a real sandbox: found by what it bound, and questioned. */
@Tag("chamber")
final class HttpInSandboxTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({
        "http-echo, node FOLDER/server.js, streamable, /mcp",
        "sse-echo, python3 FOLDER/server.py, sse, /sse"
    })
    void isFoundByThePortItBoundAndQuestioned(
            String name, String command, String transport, String path) throws Exception {
        var seen = new CopyOnWriteArrayList<Observation>();
        Path sample = Path.of("samples", name).toAbsolutePath();
        var kept = new ByteArrayOutputStream();
        try (OciExecutor executor =
                        OciRuntimes.choose(OciRuntimes.Preference.parse("crun"), _ -> {});
                var rehearsal = Rehearsal.of(sample, List.of(command.split(" ")));
                var show = rehearsal.start(executor, true, (_, what) -> seen.add(what));
                var transcript = new Transcript(kept)) {
            Bound bound = awaitBound(seen);
            HttpReach.Way way =
                    HttpReach.inSandbox(
                            show.sandbox(),
                            bound.address(),
                            bound.port(),
                            transcript,
                            (_, what) -> seen.add(what));

            InterrogationOutcome outcome = question(way, seen);

            assertThat(outcome.tools().answered()).isEqualTo(outcome.tools().listed());
            assertThat(seen.stream().filter(EndpointSeen.class::isInstance))
                    .containsExactly(
                            new EndpointSeen(
                                    "http://127.0.0.1:" + bound.port() + path,
                                    transport,
                                    "sandbox",
                                    "loopback",
                                    "open",
                                    "shut",
                                    "shut"));
            assertThat(seen.stream().filter(ToolAnswered.class::isInstance)).isNotEmpty();
            assertThat(kept.toString(StandardCharsets.UTF_8)).contains("tools/call");
        }
    }

    private static InterrogationOutcome question(HttpReach.Way way, List<Observation> seen)
            throws InterruptedException {
        var settings =
                new Interrogation.Settings(
                        Identity.usual(),
                        Budget.usual(),
                        new io.mcpsf.interrogate.QuestionBudget(
                                1, Duration.ofSeconds(10), Duration.ofMillis(100), LONG, 10),
                        Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.md"));
        try (var interrogation =
                new Interrogation(
                        way.transport().orElseThrow(),
                        new Notes(seen),
                        settings,
                        CanaryFinder.none(),
                        new SplittableRandom(1))) {
            return interrogation.run();
        }
    }

    private static Bound awaitBound(List<Observation> seen) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (System.nanoTime() < deadline) {
            for (Observation what : seen) {
                if (what instanceof Bound bound && bound.transport().equals("tcp")) {
                    return bound;
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no port was bound: " + seen);
    }

    private record Notes(List<Observation> seen, AtomicInteger calls) implements Notebook {

        Notes(List<Observation> seen) {
            this(seen, new AtomicInteger());
        }

        @Override
        public void saw(int process, Observation what) {
            seen.add(what);
        }

        @Override
        public void enter(Phase phase) {}

        @Override
        public int beginCall() {
            return calls.incrementAndGet();
        }

        @Override
        public void endCall() {}
    }
}
