package io.mcpsf.run.cases;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.inspect.Manifest;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.Scratch;
import io.mcpsf.run.inspection.CodeInspection;
import io.mcpsf.run.inspection.Inspection;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.request.Version;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A look at what a server consists of: its code, the packages that it names, its manifest. Nothing
 * of it is installed or started, so there is no sandbox and little that could be proven. Where the
 * same server runs already, that one is questioned as well, in the same case.
 */
public final class InspectedCase {

    private final AssessRequest request;
    private final Target target;
    private final Progress progress;
    private final Optional<LiveCase> live;
    private final Map<Phase, PhaseResult> phases = new EnumMap<>(Phase.class);

    public InspectedCase(AssessRequest request, Target target, Progress progress) {
        this(request, target, progress, Optional.empty());
    }

    public InspectedCase(
            AssessRequest request, Target target, Progress progress, Optional<LiveCase> live) {
        this.request = request;
        this.target = target;
        this.progress = progress;
        this.live = live;
    }

    public CaseFolder run() throws InterruptedException {
        live.ifPresent(LiveCase::prepare);
        try (var scratch = Scratch.make();
                var supplies = Supplies.open(scratch.path(), request.caching(), progress::note)) {
            progress.phase(Phase.ACQUIRE, request.source());
            long begin = System.nanoTime();
            var code = new CodeInspection(supplies, progress);
            Artifact artifact =
                    supplies.acquisition().acquire(target, scratch.path().resolve("artifact"));
            done(Phase.ACQUIRE, begin);
            Manifest manifest = Manifest.read(artifact.root());
            String name = name(artifact, manifest);
            CaseFolder folder =
                    new CaseStore(request.output(), InstantSource.system(), new SecureRandom())
                            .create(name);
            read(folder, head(folder, artifact, manifest, name), artifact, code);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the case", e);
        } catch (AcquireException e) {
            throw new UsageException(e.what(), e.why(), e.next());
        }
    }

    private void read(CaseFolder folder, CaseFile head, Artifact artifact, CodeInspection code)
            throws InterruptedException, IOException {
        progress.phase(Phase.INSPECT, "");
        long begin = System.nanoTime();
        var tree =
                new InstalledTree(artifact.root(), SceneBuilder.shownAt(artifact.target().name()));
        CaseEvidence.write(
                folder,
                head,
                progress,
                phases,
                recorder -> {
                    code.begin(tree, artifact, head, Inspection.subject(artifact.target()));
                    var inspection = new Inspection(request.caching(), recorder, progress);
                    inspection.begin(tree, artifact, head, folder);
                    inspection.ask();
                    Map<Sense, SenseHealth> read = new EnumMap<>(Sense.class);
                    read.putAll(inspection.end());
                    read.put(Sense.CODE, code.end(recorder));
                    done(Phase.INSPECT, begin);
                    Coverage rest = questioned(folder, recorder);
                    Map<Sense, SenseHealth> senses = new EnumMap<>(rest.senses());
                    senses.putAll(read);
                    return new Coverage(rest.phases(), senses, rest.tools(), rest.isolation());
                });
    }

    /** What the running server says, where there is one. */
    private Coverage questioned(CaseFolder folder, Recorder recorder)
            throws InterruptedException, IOException {
        if (live.isPresent()) {
            try (var transcript = new Transcript(folder.grow("transcript.jsonl"))) {
                return live.get().questioned(recorder, transcript);
            }
        }
        Map<Sense, SenseHealth> senses = new EnumMap<>(Sense.class);
        for (Sense sense : Sense.values()) {
            senses.put(sense, SenseHealth.blind("nothing was started"));
        }
        return new Coverage(
                Map.of(),
                senses,
                new ToolCoverage(0, 0, 0),
                new Isolation("nothing", "nothing was started", List.of(), List.of()));
    }

    private void done(Phase phase, long begin) {
        var result =
                new PhaseResult(
                        PhaseResult.Status.DONE, (System.nanoTime() - begin) / 1_000_000, "");
        phases.put(phase, result);
        progress.done(phase, result);
    }

    private List<CaseFile.Origin> origins() {
        var origins = new ArrayList<>(request.origins());
        live.ifPresent(
                one ->
                        origins.add(
                                new CaseFile.Origin(
                                        CaseFile.SERVER_URL, one.address(), "command line")));
        return origins;
    }

    private static String name(Artifact artifact, Manifest manifest) {
        if (!artifact.release().name().isEmpty()) {
            return artifact.release().name();
        }
        return manifest.name().isEmpty() ? artifact.target().name() : manifest.name();
    }

    private CaseFile head(CaseFolder folder, Artifact artifact, Manifest manifest, String name) {
        String version = artifact.release().version();
        return new CaseFile(
                folder.id(),
                new CaseFile.Subject(
                        artifact.target().kind(),
                        name,
                        version.isEmpty() ? manifest.version() : version,
                        artifact.digest().hex(),
                        request.source()),
                Instant.now(),
                Version.ours(),
                new CaseFile.Settings(
                        live.map(one -> one.profile().word()).orElse(CaseFile.INSPECTED),
                        request.seed(),
                        List.of(),
                        live.map(one -> one.profile().toolTarget()).orElse(0.0),
                        origins(),
                        request.detectors()));
    }
}
