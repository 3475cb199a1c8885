package io.mcpsf.run.guarded;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.boundary.Backbone;
import io.mcpsf.guard.LineSink;
import io.mcpsf.guard.Relay;
import io.mcpsf.guard.ToolPolicy;
import io.mcpsf.inspect.Manifest;
import io.mcpsf.inspect.start.StartFinder;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.PayloadWriter;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Target;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Scratch;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.install.Preparation;
import io.mcpsf.run.install.Prepared;
import io.mcpsf.run.install.Shelved;
import io.mcpsf.run.isolate.NetworkTools;
import io.mcpsf.run.isolate.Runtimes;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.request.Version;
import io.mcpsf.run.scene.ChosenSensor;
import io.mcpsf.run.scene.Fixtures;
import io.mcpsf.run.scene.SceneBuilder;
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
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** One session from the user's word to its evidence: fetched and installed like an assessment. */
public final class GuardedRun {

    private static final String PROFILE = "run";

    private final GuardRequest request;
    private final AssessRequest subject;
    private final Progress progress;
    private final UnaryOperator<Backbone> backbone;

    public GuardedRun(GuardRequest request, Progress progress) {
        this(request, progress, UnaryOperator.identity());
    }

    /** With another way to real hosts than this machine's. */
    GuardedRun(GuardRequest request, Progress progress, UnaryOperator<Backbone> backbone) {
        this.backbone = backbone;
        this.request = request;
        this.subject = request.subject();
        this.progress = progress;
    }

    /** Serves the client until it or the server leaves. Interrupting the thread ends it too. */
    public GuardOutcome serve(ClientStreams client) throws InterruptedException {
        return serve(
                new GuardedClient(
                        new Relay.End(client.in(), new LineSink(client.out())),
                        client.tell(),
                        client.alert()));
    }

    GuardOutcome serve(GuardedClient client) throws InterruptedException {
        Policy policy = request.policy().policy();
        Unenforced.refuse(policy);
        LockedTools.prepare(request.policy());
        ChosenSensor.prepare(request.sensor());
        StandIns standIns =
                StandIns.of(
                        policy.secrets(),
                        System.getenv(),
                        name -> UserSecrets.here().open(name, "run " + subject.source()),
                        new SecureRandom());
        try (var undo = new Cleanup()) {
            var scratch = Scratch.make();
            undo.add(scratch::close);
            Path work = scratch.path();
            var chance = new SplittableRandom(subject.seed());
            Deferred<Fixtures> fixtures =
                    Deferred.of(() -> Fixtures.draw(chance, Supplies.spare(subject.caching())));
            var walls = new Cleanup();
            undo.add(walls::close);
            Deferred<Executor> runtime =
                    Deferred.of(() -> Runtimes.choose(subject, progress::note, walls));
            undo.add(runtime::leftover);
            Supplies supplies = Supplies.open(work, subject.caching(), progress::note);
            undo.add(supplies::close);
            Artifact artifact = acquire(supplies, work.resolve("artifact"));
            Deferred<Shelved> shelved =
                    Deferred.of(() -> Shelved.look(artifact, supplies, StartPlan.Extras.none()));
            undo.add(shelved::leftover);
            Executor executor = runtime.get();
            Unenforced.refuse(policy, executor.capabilities());
            ChosenSensor.require(request.sensor(), executor.capabilities());
            NetworkTools.require(progress::note);

            CaseFile.Subject named = named(artifact);
            ToolPolicy tools = LockedTools.of(request.policy(), named.name());
            CaseFolder folder =
                    new CaseStore(subject.output(), InstantSource.system(), new SecureRandom())
                            .create(named.name());
            CaseFile head = head(folder, named);
            var processes = new AtomicInteger();
            try (var recorder =
                            new Recorder(
                                    folder.grow(CaseFolder.EVIDENCE),
                                    head,
                                    System::nanoTime,
                                    progress::seen);
                    var _ =
                            recorder.tap(
                                    seen -> {
                                        int _ =
                                                processes.accumulateAndGet(
                                                        seen.at().process(), Math::max);
                                    })) {
                var stage =
                        new SceneBuilder(
                                        subject, Profile.SAFE, work, fixtures, PayloadWriter.none())
                                .on(executor);
                var preparation =
                        new Preparation(
                                artifact, shelved, supplies, executor, stage, recorder, progress,
                                head);
                Prepared sample =
                        preparation
                                .with(StartPlan.Extras.none())
                                .orElseThrow(() -> notInstalled(preparation));
                StartPlan.Ready plan = plan(sample);
                var means =
                        new GuardedScene.Means(
                                executor,
                                work,
                                backbone.apply(fixtures.get().backbone()),
                                processes,
                                standIns,
                                progress::note);
                GuardedScene scene = GuardedScene.set(request, sample, plan, means, recorder);
                GuardedServer.Served served;
                try (var network = scene.network();
                        var transcript = new Transcript(folder.grow("transcript.jsonl"))) {
                    served =
                            new GuardedServer(
                                            executor,
                                            scene,
                                            recorder,
                                            client,
                                            new GuardedServer.Session(policy, tools, head, folder))
                                    .serve(transcript);
                    network.keep(folder);
                }
                recorder.finish(preparation.coverage(served.coverage()));
                return new GuardOutcome(served.exitCode(), folder.folder());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the session", e);
        } catch (AcquireException e) {
            throw new UsageException(e.what(), e.why(), e.next());
        }
    }

    private Artifact acquire(Supplies supplies, Path into) throws InterruptedException {
        progress.phase(Phase.ACQUIRE, subject.source());
        try {
            Target target = Sources.parse(subject.source(), Path.of(""));
            if (target instanceof Target.Image) {
                throw new UsageException(
                        "cannot run " + subject.source(),
                        "container images can be assessed, not served to a client",
                        "pass the package or the repository that the image is built from");
            }
            Artifact artifact = supplies.acquisition().acquire(target, into);
            if (!request.digest().isEmpty() && !request.digest().equals(artifact.digest().hex())) {
                throw new RefusedStartException(
                        subject.source() + " is not what was assessed",
                        "its digest is %s, that of the case %s"
                                .formatted(artifact.digest().hex(), request.digest()),
                        "mcpsf assess " + subject.source() + ", then run it with the new case");
            }
            return artifact;
        } catch (BadSourceException e) {
            throw new UsageException(
                    "cannot get " + subject.source(),
                    String.valueOf(e.getMessage()),
                    "mcpsf help run shows what can be started");
        }
    }

    private StartPlan.Ready plan(Prepared sample) {
        if (!subject.command().isEmpty()) {
            return new StartPlan.Ready(subject.command(), Map.of(), "--command");
        }
        return StartFinder.launched(
                        sample.installed().tree(),
                        sample.installed().shownAt(),
                        sample.hint(),
                        request.program())
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "no start command found for " + subject.source(),
                                        "the package names no program"
                                                + (request.program().isEmpty()
                                                        ? ""
                                                        : " " + request.program()),
                                        "set one with --command"));
    }

    private static UsageException notInstalled(Preparation preparation) {
        return new UsageException(
                "the server could not be installed",
                preparation.phase().map(PhaseResult::why).orElse("this release does not exist"),
                "mcpsf assess shows more");
    }

    private CaseFile.Subject named(Artifact artifact) {
        Manifest manifest = Manifest.read(artifact.root());
        String released = artifact.release().name();
        String name = released.isEmpty() ? manifest.name() : released;
        String version = artifact.release().version();
        return new CaseFile.Subject(
                artifact.target().kind(),
                name.isEmpty() ? artifact.target().name() : name,
                version.isEmpty() ? manifest.version() : version,
                artifact.digest().hex(),
                subject.source());
    }

    /** No share of the tools must be used: that is up to the client. */
    private CaseFile head(CaseFolder folder, CaseFile.Subject named) {
        List<CaseFile.Origin> policy =
                request.policy().origins().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(
                                entry ->
                                        new CaseFile.Origin(
                                                entry.getKey(),
                                                request.policy().value(entry.getKey()),
                                                entry.getValue()))
                        .toList();
        return new CaseFile(
                folder.id(),
                named,
                Instant.now(),
                Version.ours(),
                new CaseFile.Settings(PROFILE, subject.seed(), subject.serverArgs(), 0, policy));
    }
}
