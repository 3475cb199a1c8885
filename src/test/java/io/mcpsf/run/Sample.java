package io.mcpsf.run;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.os.Command;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A sample that was detonated for real, by its first start alone, and what was seen of it. */
record Sample(Outcome outcome) {

    private static final Path SAMPLES = Path.of("samples").toAbsolutePath();

    static Sample detonate(Path sample, Map<String, String> env, Path reports)
            throws InterruptedException {
        return new Sample(
                new Assessment(false)
                        .assess(
                                new AssessRequest(
                                        sample.toString(),
                                        List.of(),
                                        List.of(),
                                        env,
                                        List.of(),
                                        "safe",
                                        reports,
                                        "crun",
                                        Duration.ZERO,
                                        20_261_103L),
                                Progress.none()));
    }

    static Sample detonate(String name, Path reports) throws InterruptedException {
        return detonate(SAMPLES.resolve(name), Map.of(), reports);
    }

    /** The courier with its client in Go, which is built here: samples hold no programs. */
    static Path courier(Path folder) throws IOException, InterruptedException {
        Path copy = folder.resolve("courier");
        TreeCopy.copy(SAMPLES.resolve("courier"), copy, TreeCopy.Caps.usual());
        Command.Result built =
                Command.of(
                                Program.need("go", "golang-go").toString(),
                                "build",
                                "-o",
                                "client-go",
                                "client.go")
                        .in(copy)
                        .with("CGO_ENABLED", "0")
                        .with("GO111MODULE", "off")
                        .with("GOCACHE", folder.resolve("go-cache").toString())
                        .with("HOME", folder.toString())
                        .within(Duration.ofMinutes(5))
                        .run();
        if (!built.good()) {
            throw new AssertionError("the client in Go: " + built.complaint());
        }
        return copy;
    }

    Evidence evidence() {
        return outcome.evidence();
    }

    /** Everything of a kind that is stamped with a call of that tool. */
    <T extends Observation> Stream<Sighting<T>> during(String tool, Class<T> kind) {
        List<Integer> calls =
                evidence()
                        .of(ToolCalled.class)
                        .filter(called -> called.what().tool().equals(tool))
                        .map(called -> called.what().call())
                        .toList();
        return evidence().of(kind).filter(seen -> calls.contains(seen.at().call()));
    }

    /** The program that a process of ours ran last. */
    String program(int process) {
        return evidence()
                .of(ProcessStarted.class)
                .map(Sighting::what)
                .filter(started -> started.process() == process)
                .map(started -> started.path().substring(started.path().lastIndexOf('/') + 1))
                .reduce("nobody", (before, after) -> after);
    }
}
