package io.mcpsf.run.install;

import io.mcpsf.inspect.NamesInCode;
import io.mcpsf.inspect.install.InstallPlan;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.inspect.start.TreeKind;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Surroundings;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.InstallScene;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.supply.InstallShelf;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.run.supply.Toolbox;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes an artifact ready to be started: the tools it needs, and its dependencies, installed inside
 * the sandbox or taken from an earlier time together with what was seen then.
 */
public final class Preparation implements Preparing {

    private static final int MOST_KEPT = 50_000;

    private final Artifact artifact;
    private final Deferred<Shelved> first;
    private final Supplies supplies;
    private final Executor executor;
    private final SceneBuilder stage;
    private final Recorder recorder;
    private final Progress progress;
    private final CaseFile head;
    private final Map<Sense, SenseHealth> senses = new EnumMap<>(Sense.class);
    private Optional<PhaseResult> phase = Optional.empty();

    /** {@code first} is what was found for it without any extras. */
    public Preparation(
            Artifact artifact,
            Deferred<Shelved> first,
            Supplies supplies,
            Executor executor,
            SceneBuilder stage,
            Recorder recorder,
            Progress progress,
            CaseFile head) {
        this.artifact = artifact;
        this.first = first;
        this.supplies = supplies;
        this.executor = executor;
        this.stage = stage;
        this.recorder = recorder;
        this.progress = progress;
        this.head = head;
    }

    /** How the installation ended, if there was one. */
    public Optional<PhaseResult> phase() {
        return phase;
    }

    /** What was covered by a run and by the installation before it, together. */
    public Coverage coverage(Coverage run) {
        var all = new EnumMap<Phase, PhaseResult>(Phase.class);
        all.putAll(run.phases());
        phase.ifPresent(result -> all.put(Phase.INSTALL, result));
        var health = new EnumMap<Sense, SenseHealth>(Sense.class);
        health.putAll(run.senses());
        senses.forEach((sense, mine) -> health.merge(sense, mine, SenseHealth::and));
        return new Coverage(all, health, run.tools(), run.isolation());
    }

    @Override
    public boolean dated() {
        return (artifact.target() instanceof Target.Npm || artifact.target() instanceof Target.Pypi)
                && artifact.release().standing().day().isPresent();
    }

    @Override
    public Optional<Prepared> with(StartPlan.Extras extras)
            throws InterruptedException, IOException {
        if (!extras.packages().isEmpty()) {
            return Optional.empty(); // Nothing of the host is changed at a sample's word.
        }
        if (artifact.around() instanceof Surroundings.OfAnImage image) {
            // It comes whole: there is nothing that could be installed differently.
            return extras.equals(StartPlan.Extras.none())
                    ? Optional.of(ofImage(image))
                    : Optional.empty();
        }
        String shownAt = SceneBuilder.shownAt(artifact.target().name());
        Shelved found = looked(extras);
        Optional<Path> tree =
                switch (found.plan()) {
                    case InstallPlan.Nothing _ -> Optional.of(artifact.root());
                    case InstallPlan.Steps steps -> installed(steps, shownAt, found);
                };
        return tree.map(at -> new Prepared(new InstalledTree(at, shownAt), hint(), found.tools()));
    }

    /** Arguments of the user take the place of the usual ones, as with docker run. */
    private Prepared ofImage(Surroundings.OfAnImage image) {
        List<String> command = new ArrayList<>(image.entryPoint());
        if (!stage.argumentsGiven()) {
            command.addAll(image.usualArguments());
        } else if (command.isEmpty()) {
            command.add("/usr/bin/env"); // The arguments name the program themselves.
        }
        return new Prepared(
                new InstalledTree(
                        artifact.root(), image.folder(), new World.Base.OfImage(image.root())),
                new TreeKind.Image(command, image.env()),
                Toolbox.system());
    }

    private Shelved looked(StartPlan.Extras extras) throws InterruptedException, IOException {
        return extras.equals(StartPlan.Extras.none())
                ? first.get()
                : Shelved.look(artifact, supplies, extras);
    }

    private Optional<Path> installed(InstallPlan.Steps steps, String shownAt, Shelved found)
            throws InterruptedException, IOException {
        progress.phase(Phase.INSTALL, steps.why());
        if (found.kept().isPresent()) {
            reuse(found.kept().get());
            return Optional.of(found.kept().get().tree());
        }
        if (supplies.offline()) {
            ended(
                    new PhaseResult(
                            PhaseResult.Status.FAILED,
                            0,
                            "%s is not in the cache, and --offline forbids downloads"
                                    .formatted(steps.why())),
                    Map.of());
            return Optional.empty();
        }
        return install(steps, shownAt, found);
    }

    private void reuse(InstallShelf.Kept kept) {
        Coverage coverage = kept.evidence().coverage();
        recorder.replay(kept.evidence().seen());
        stage.number(kept.evidence().seen());
        stage.know(kept.tree(), kept.names());
        PhaseResult was = coverage.phases().get(Phase.INSTALL);
        String why = was == null || was.why().isEmpty() ? "" : "; " + was.why();
        ended(
                new PhaseResult(PhaseResult.Status.DONE, 0, "from the cache" + why),
                coverage.senses());
    }

    private Optional<Path> install(InstallPlan.Steps steps, String shownAt, Shelved found)
            throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory(supplies.work(), "install-");
        Path seed = seed(steps, folder.resolve("seed"));
        Path product = Files.createDirectory(folder.resolve("product"));
        InstallScene shop =
                stage.workshop(
                        seed,
                        shownAt,
                        Installation.script(steps),
                        found.tools(),
                        supplies.door(),
                        recorder);
        List<Seen> seen = new ArrayList<>();
        Installation.Result result;
        try (var _ = shop.network();
                var _ =
                        recorder.tap(
                                one -> {
                                    if (seen.size() < MOST_KEPT) {
                                        seen.add(one);
                                    }
                                })) {
            result = new Installation(executor, recorder).run(shop, InstallShelf.treeIn(product));
        }
        ended(result.phase(), result.senses());
        if (!result.done()) {
            return Optional.empty();
        }
        var coverage =
                new Coverage(
                        Map.of(Phase.INSTALL, result.phase()),
                        result.senses(),
                        new ToolCoverage(0, 0, 0),
                        executor.capabilities().isolation());
        if (seen.size() == MOST_KEPT || !InstallShelf.allSeen(coverage)) {
            // What was not seen well, or is too much to tell again, is not kept.
            return Optional.of(InstallShelf.treeIn(product));
        }
        NamesInCode names = NamesInCode.read(InstallShelf.treeIn(product));
        Path tree = supplies.shelf().keep(found.key(), product, names, head, seen, coverage);
        stage.know(tree, names);
        return Optional.of(tree);
    }

    private Path seed(InstallPlan.Steps steps, Path seed) throws IOException {
        switch (steps.seed()) {
            case ARTIFACT -> TreeCopy.copy(artifact.root(), seed, TreeCopy.Caps.usual());
            case EMPTY -> Files.createDirectory(seed);
        }
        for (var file : steps.files().entrySet()) {
            Files.writeString(seed.resolve(file.getKey()), file.getValue());
        }
        return seed;
    }

    private void ended(PhaseResult result, Map<Sense, SenseHealth> seenBy) {
        phase = Optional.of(result);
        seenBy.forEach((sense, health) -> senses.merge(sense, health, SenseHealth::and));
        progress.done(Phase.INSTALL, result);
    }

    private TreeKind hint() {
        return switch (artifact.target()) {
            case Target.Npm npm -> new TreeKind.Npm(npm.name());
            case Target.Pypi pypi -> new TreeKind.Python(pypi.name());
            default -> new TreeKind.Folder();
        };
    }
}
