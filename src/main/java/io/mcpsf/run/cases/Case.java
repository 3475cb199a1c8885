package io.mcpsf.run.cases;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.inspect.Manifest;
import io.mcpsf.inspect.start.Furniture;
import io.mcpsf.inspect.start.StartFinder;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.llm.Model;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Scratch;
import io.mcpsf.run.again.OtherKernel;
import io.mcpsf.run.again.SecondStart;
import io.mcpsf.run.inspection.CodeInspection;
import io.mcpsf.run.inspection.Inspection;
import io.mcpsf.run.install.Preparation;
import io.mcpsf.run.install.Prepared;
import io.mcpsf.run.install.Shelved;
import io.mcpsf.run.isolate.NetworkTools;
import io.mcpsf.run.isolate.Runtimes;
import io.mcpsf.run.question.Meanwhile;
import io.mcpsf.run.question.ModelSession;
import io.mcpsf.run.record.AtPhase;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.request.Version;
import io.mcpsf.run.scene.Fixtures;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.start.Starts;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** One assessment from the user's word to the evidence: the only place that knows the order. */
public final class Case {

    private final AssessRequest request;
    private final Progress progress;
    private final Profile profile;
    private final boolean again;
    private final Map<Phase, PhaseResult> phases = new EnumMap<>(Phase.class);
    private long inspected;

    /** The profile says whether it is started again, unless it is not to be at all. */
    public Case(AssessRequest request, Progress progress, boolean again) {
        this.request = request;
        this.progress = progress;
        this.profile =
                Profile.named(request.profile())
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "unknown profile: " + request.profile(),
                                                "the profiles are safe, balanced and aggressive",
                                                "use --profile balanced, or omit --profile"));
        this.again = again && profile != Profile.SAFE;
    }

    public CaseFolder run() throws InterruptedException {
        Model model = ModelSession.model(request.model());
        var chance = new SplittableRandom(request.seed());
        SplittableRandom apart = chance.split();
        Deferred<Fixtures> fixtures =
                Deferred.of(() -> Fixtures.draw(apart, Supplies.spare(request.caching())));
        try (var undo = new Cleanup()) {
            var scratch = Scratch.make();
            undo.add(scratch::close);
            Path work = scratch.path();
            // It is tried while the sample is fetched; a bad source is still the first to be told.
            var walls = new Cleanup();
            undo.add(walls::close);
            Deferred<Executor> runtime =
                    Deferred.of(() -> Runtimes.choose(request, progress::note, walls));
            undo.add(runtime::leftover);
            Supplies supplies = Supplies.open(work, request.caching(), progress::note);
            undo.add(supplies::close);
            var code = new CodeInspection(supplies, progress);
            Artifact artifact = acquire(supplies, work.resolve("artifact"));
            // Taken off the shelf while the runtime is still being tried.
            Deferred<Shelved> shelved =
                    Deferred.of(() -> Shelved.look(artifact, supplies, StartPlan.Extras.none()));
            undo.add(shelved::leftover);
            Executor executor = runtime.get();
            NetworkTools.require(progress::note);

            Manifest manifest = Manifest.read(artifact.root());
            String name = name(artifact, manifest);
            CaseFolder folder =
                    new CaseStore(request.output(), InstantSource.system(), new SecureRandom())
                            .create(name);
            ModelSession modelSession = ModelSession.open(model, folder, progress::note);
            undo.add(modelSession::close);
            CaseFile head = head(folder, artifact, manifest, name);
            CaseEvidence.write(
                    folder,
                    head,
                    progress,
                    phases,
                    recorder -> {
                        SharedWitness.prepare();
                        var stage =
                                new SceneBuilder(
                                                request,
                                                profile,
                                                work,
                                                fixtures,
                                                modelSession.writer())
                                        .on(executor);
                        var preparation =
                                new Preparation(
                                        artifact, shelved, supplies, executor, stage, recorder,
                                        progress, head);
                        Optional<Prepared> sample = preparation.with(StartPlan.Extras.none());
                        InstalledTree tree =
                                sample.map(Prepared::installed).orElse(asked(artifact));
                        code.begin(tree, artifact, head, Inspection.subject(artifact.target()));
                        var inspection = new Inspection(request.caching(), recorder, progress);
                        packages(inspection, tree, artifact, head, folder);
                        var second = new SecondStart(stage, executor, recorder, progress, folder);
                        undo.add(second::close);
                        recorder.saw(fixtures.get().identity());
                        Coverage coverage =
                                sample.isEmpty()
                                        ? notStarted(executor, "it could not be installed")
                                        : start(
                                                sample.get(),
                                                preparation,
                                                new Starts(
                                                        stage,
                                                        executor,
                                                        recorder,
                                                        new AtPhase(
                                                                progress,
                                                                Phase.LIST,
                                                                inspection::ask),
                                                        folder,
                                                        again
                                                                ? second::beside
                                                                : _ -> Meanwhile.nothing()),
                                                second,
                                                new OtherKernel(executor, recorder),
                                                stage.furniture(),
                                                executor,
                                                chance);
                        Map<Sense, SenseHealth> inspected = new EnumMap<>(inspection.end());
                        inspected.put(Sense.CODE, code.end(recorder));
                        return searched(
                                and(preparation.coverage(coverage), inspected), fixtures.get());
                    });
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the case", e);
        } catch (AcquireException e) {
            throw new UsageException(e.what(), e.why(), e.next());
        }
    }

    /** What was asked for, where nothing could be installed. */
    private static InstalledTree asked(Artifact artifact) {
        return new InstalledTree(artifact.root(), SceneBuilder.shownAt(artifact.target().name()));
    }

    /** What was installed, or at least what was asked for, before it is started. */
    private void packages(
            Inspection inspection,
            InstalledTree tree,
            Artifact artifact,
            CaseFile head,
            CaseFolder folder)
            throws InterruptedException {
        long begin = System.nanoTime();
        progress.phase(Phase.INSPECT, "");
        inspection.begin(tree, artifact, head, folder);
        inspected = System.nanoTime() - begin;
    }

    private Coverage start(
            Prepared sample,
            Preparation preparation,
            Starts starts,
            SecondStart second,
            OtherKernel other,
            Furniture furniture,
            Executor executor,
            SplittableRandom chance)
            throws InterruptedException, IOException {
        progress.phase(Phase.INSPECT, "");
        long begin = System.nanoTime() - inspected;
        List<StartPlan.Ready> candidates = Starts.candidates(request, sample, furniture);
        done(Phase.INSPECT, begin);
        if (candidates.isEmpty()) {
            List<String> looked =
                    StartFinder.looked(
                            sample.installed().tree(), sample.installed().shownAt(), sample.hint());
            return notStarted(
                    executor,
                    "no start command found: set one with --command; looked for "
                            + String.join("; ", looked));
        }
        Starts.Result result = starts.run(sample, candidates, furniture, preparation, chance);
        if (again && result.start().isPresent()) {
            phases.putAll(second.after(result.start().get()));
        }
        if (profile == Profile.AGGRESSIVE && result.listed()) {
            phases.put(Phase.KERNEL, other.after(result.start().orElseThrow(), second));
        }
        return result.coverage();
    }

    private Artifact acquire(Supplies supplies, Path into) throws InterruptedException {
        progress.phase(Phase.ACQUIRE, request.source());
        long begin = System.nanoTime();
        try {
            Target target = Sources.parse(request.source(), Path.of(""));
            Artifact artifact = supplies.acquisition().acquire(target, into);
            done(Phase.ACQUIRE, begin);
            return artifact;
        } catch (BadSourceException e) {
            throw new UsageException(
                    "cannot get " + request.source(),
                    String.valueOf(e.getMessage()),
                    "mcpsf help assess shows what a source looks like");
        }
    }

    private void done(Phase phase, long begin) {
        var result =
                new PhaseResult(
                        PhaseResult.Status.DONE, (System.nanoTime() - begin) / 1_000_000, "");
        phases.put(phase, result);
        progress.done(phase, result);
    }

    private Coverage notStarted(Executor executor, String why) {
        var failed = new PhaseResult(PhaseResult.Status.FAILED, 0, why);
        progress.done(Phase.START, failed);
        return new Coverage(
                Map.of(Phase.START, failed),
                Map.of(),
                new ToolCoverage(0, 0, 0),
                executor.capabilities().isolation());
    }

    private static Coverage and(Coverage coverage, Map<Sense, SenseHealth> more) {
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        senses.putAll(coverage.senses());
        senses.putAll(more);
        return new Coverage(coverage.phases(), senses, coverage.tools(), coverage.isolation());
    }

    /** What grew so much that it could not be searched to its end may hold anything. */
    private static Coverage searched(Coverage coverage, Fixtures fixtures) {
        long cut = fixtures.canaries().cutShort();
        if (cut == 0 || !coverage.senses().containsKey(Sense.NETWORK)) {
            return coverage;
        }
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        senses.putAll(coverage.senses());
        senses.merge(
                Sense.NETWORK,
                SenseHealth.lossy(
                        0, cut, "messages that expand without end were not searched completely"),
                (seen, lost) -> lost.and(seen));
        return new Coverage(coverage.phases(), senses, coverage.tools(), coverage.isolation());
    }

    private static String name(Artifact artifact, Manifest manifest) {
        if (!artifact.release().name().isEmpty()) {
            return artifact.release().name();
        }
        return manifest.name().isEmpty() ? artifact.target().name() : manifest.name();
    }

    private CaseFile head(CaseFolder folder, Artifact artifact, Manifest manifest, String name) {
        Target target = artifact.target();
        List<String> command = new ArrayList<>(request.command());
        command.addAll(request.serverArgs());
        String version = artifact.release().version();
        return new CaseFile(
                folder.id(),
                new CaseFile.Subject(
                        target.kind(),
                        name,
                        version.isEmpty() ? manifest.version() : version,
                        artifact.digest().hex(),
                        request.source()),
                Instant.now(),
                Version.ours(),
                new CaseFile.Settings(
                        profile.word(),
                        request.seed(),
                        command,
                        profile.toolTarget(),
                        request.origins(),
                        request.detectors()));
    }
}
