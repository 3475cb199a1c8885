package io.mcpsf.run;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.acquire.FolderSource;
import io.mcpsf.inspect.Manifest;
import io.mcpsf.inspect.StartFinder;
import io.mcpsf.inspect.StartPlan;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** One assessment from the user's word to the evidence: the only place that knows the order. */
final class Case {

    private final AssessRequest request;
    private final Progress progress;
    private final Profile profile;
    private final LiveSightings sightings = new LiveSightings();
    private final Map<Phase, PhaseResult> phases = new EnumMap<>(Phase.class);

    Case(AssessRequest request, Progress progress) {
        this.request = request;
        this.progress = progress;
        this.profile =
                Profile.named(request.profile())
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "there is no profile " + request.profile(),
                                                "profiles are safe, balanced and aggressive",
                                                "say --profile balanced, or leave it out"));
    }

    CaseFolder run() throws InterruptedException {
        var chance = new SplittableRandom(request.seed());
        SplittableRandom apart = chance.split();
        Ahead<Props> props = Ahead.of(() -> Props.draw(apart));
        try (var undo = new Cleanup()) {
            Path work = workFolder();
            undo.add(() -> Trees.delete(work));
            Artifact artifact = acquire(work.resolve("artifact"));
            OciExecutor executor =
                    OciRuntimes.choose(
                            OciRuntimes.Preference.parse(request.runtime()), progress::note);
            undo.add(executor::close);
            NetworkTools.require(progress::note);

            Manifest manifest = Manifest.read(artifact.root());
            String name = manifest.name().isEmpty() ? artifact.target().name() : manifest.name();
            String shownAt = Stage.shownAt(artifact.target().name());
            StartPlan plan = inspect(artifact, shownAt);

            CaseFolder folder =
                    new CaseStore(request.output(), InstantSource.system(), new SecureRandom())
                            .create(name);
            record(
                    folder,
                    head(folder, artifact, manifest, name, plan),
                    recorder -> {
                        return switch (plan) {
                            case StartPlan.Ready ready -> {
                                var stage = new Stage(request, profile, work, props.get());
                                Scene scene = stage.set(artifact, shownAt, ready, recorder);
                                try (var network = scene.network();
                                        var transcript =
                                                new Transcript(folder.grow("transcript.jsonl"))) {
                                    Coverage coverage =
                                            new Detonation(
                                                            executor, scene, recorder, progress,
                                                            sightings)
                                                    .run(transcript, chance);
                                    network.keep(folder);
                                    yield coverage;
                                }
                            }
                            case StartPlan.None(List<String> looked) ->
                                    notStarted(executor, looked);
                        };
                    });
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the case", e);
        }
    }

    /** What is done between the first and the last line of the evidence. */
    @FunctionalInterface
    private interface Recorded {
        Coverage run(Recorder recorder) throws InterruptedException, IOException;
    }

    private void record(CaseFolder folder, CaseFile head, Recorded body)
            throws InterruptedException, IOException {
        var alarms = new Alarms(progress);
        Consumer<Seen> live =
                seen -> {
                    alarms.saw(seen);
                    sightings.saw(seen);
                };
        try (var recorder =
                new Recorder(folder.grow(CaseFolder.EVIDENCE), head, System::nanoTime, live)) {
            Coverage coverage = body.run(recorder);
            phases.putAll(coverage.phases());
            recorder.finish(
                    new Coverage(
                            phases, coverage.senses(), coverage.tools(), coverage.isolation()));
        }
    }

    private Artifact acquire(Path into) {
        progress.phase(Phase.ACQUIRE, request.source());
        long begin = System.nanoTime();
        try {
            Target target = Sources.parse(request.source(), Path.of(""));
            Artifact artifact =
                    switch (target) {
                        case Target.Local local ->
                                FolderSource.acquire(local, into, progress::note);
                    };
            done(Phase.ACQUIRE, begin);
            return artifact;
        } catch (BadSourceException | AcquireException e) {
            throw new UsageException(
                    "cannot get " + request.source(),
                    String.valueOf(e.getMessage()),
                    "mcpsf assess FOLDER");
        }
    }

    private StartPlan inspect(Artifact artifact, String shownAt) {
        progress.phase(Phase.INSPECT, "");
        long begin = System.nanoTime();
        StartPlan plan =
                request.command().isEmpty()
                        ? StartFinder.find(artifact.root(), shownAt)
                        : new StartPlan.Ready(request.command(), Map.of(), "--command");
        done(Phase.INSPECT, begin);
        return plan;
    }

    private void done(Phase phase, long begin) {
        var result =
                new PhaseResult(
                        PhaseResult.Status.DONE, (System.nanoTime() - begin) / 1_000_000, "");
        phases.put(phase, result);
        progress.done(phase, result);
    }

    private Coverage notStarted(OciExecutor executor, List<String> looked) {
        String why =
                "no start command found: give one with --command; looked for "
                        + String.join("; ", looked);
        var failed = new PhaseResult(PhaseResult.Status.FAILED, 0, why);
        progress.done(Phase.START, failed);
        return new Coverage(
                Map.of(Phase.START, failed),
                Map.of(),
                new ToolCoverage(0, 0, 0),
                executor.capabilities().isolation());
    }

    private CaseFile head(
            CaseFolder folder, Artifact artifact, Manifest manifest, String name, StartPlan plan) {
        Target target = artifact.target();
        List<String> command =
                switch (plan) {
                    case StartPlan.Ready ready -> ready.argv();
                    case StartPlan.None _ -> List.of();
                };
        return new CaseFile(
                folder.id(),
                new CaseFile.Subject(
                        target.kind(),
                        name,
                        manifest.version(),
                        artifact.digest().hex(),
                        request.source()),
                Instant.now(),
                Version.ours(),
                new CaseFile.Settings(
                        profile.word(), request.seed(), command, profile.toolTarget()));
    }

    private static Path workFolder() {
        try {
            return Files.createTempDirectory("case-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder", e);
        }
    }
}
