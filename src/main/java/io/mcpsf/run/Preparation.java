package io.mcpsf.run;

import io.mcpsf.inspect.install.InstallFinder;
import io.mcpsf.inspect.install.InstallPlan;
import io.mcpsf.inspect.start.Hint;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.sandbox.Executor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes an artifact ready to be started: the tools it needs, and its dependencies, installed inside
 * the sandbox or taken from an earlier time together with what was seen then.
 */
final class Preparation implements Preparing {

    /** Changed when trees that were installed before must not be used any more. */
    private static final String EDITION = "1.1";

    private static final int MOST_KEPT = 50_000;

    private final Artifact artifact;
    private final Supplies supplies;
    private final Executor executor;
    private final Stage stage;
    private final Recorder recorder;
    private final Progress progress;
    private final CaseFile head;
    private final Map<Sense, SenseHealth> senses = new EnumMap<>(Sense.class);
    private Optional<PhaseResult> phase = Optional.empty();

    Preparation(
            Artifact artifact,
            Supplies supplies,
            Executor executor,
            Stage stage,
            Recorder recorder,
            Progress progress,
            CaseFile head) {
        this.artifact = artifact;
        this.supplies = supplies;
        this.executor = executor;
        this.stage = stage;
        this.recorder = recorder;
        this.progress = progress;
        this.head = head;
    }

    /** How the installation ended, if there was one. */
    Optional<PhaseResult> phase() {
        return phase;
    }

    Map<Sense, SenseHealth> senses() {
        return senses;
    }

    @Override
    public Optional<Prepared> with(StartPlan.Extras extras)
            throws InterruptedException, IOException {
        if (!extras.packages().isEmpty()) {
            return Optional.empty(); // Nothing of the host is changed at a sample's word.
        }
        String shownAt = Stage.shownAt(artifact.target().name());
        InstallPlan plan =
                InstallFinder.plan(
                        artifact.target(),
                        artifact.release().version(),
                        artifact.root(),
                        extras.constraints());
        return switch (plan) {
            case InstallPlan.Nothing _ ->
                    Optional.of(
                            new Prepared(
                                    new Installed(artifact.root(), shownAt),
                                    hint(),
                                    supplies.tools(
                                            InstallPlan.Wants.of(artifact.root()),
                                            extras.runtime())));
            case InstallPlan.Steps steps -> {
                Toolbox tools =
                        supplies.tools(
                                new InstallPlan.Wants(steps.tools(), steps.asks()),
                                extras.runtime());
                yield installed(steps, shownAt, tools)
                        .map(tree -> new Prepared(new Installed(tree, shownAt), hint(), tools));
            }
        };
    }

    private Optional<Path> installed(InstallPlan.Steps steps, String shownAt, Toolbox tools)
            throws InterruptedException, IOException {
        progress.phase(Phase.INSTALL, steps.why());
        String key = key(steps, shownAt, tools);
        Optional<InstallShelf.Kept> kept =
                supplies.fresh() ? Optional.empty() : supplies.shelf().find(key);
        if (kept.isPresent()) {
            reuse(kept.get());
            return Optional.of(kept.get().tree());
        }
        if (supplies.offline()) {
            ended(
                    new PhaseResult(
                            PhaseResult.Status.FAILED,
                            0,
                            "%s was not installed before, and offline nothing can be fetched"
                                    .formatted(steps.why())),
                    Map.of());
            return Optional.empty();
        }
        return install(steps, shownAt, tools, key);
    }

    private void reuse(InstallShelf.Kept kept) {
        Coverage coverage = kept.evidence().coverage();
        recorder.replay(kept.evidence().seen());
        stage.number(kept.evidence().seen());
        PhaseResult was = coverage.phases().get(Phase.INSTALL);
        String why = was == null || was.why().isEmpty() ? "" : "; " + was.why();
        ended(
                new PhaseResult(PhaseResult.Status.DONE, 0, "installed before" + why),
                coverage.senses());
    }

    private Optional<Path> install(
            InstallPlan.Steps steps, String shownAt, Toolbox tools, String key)
            throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory(supplies.work(), "install-");
        Path seed = seed(steps, folder.resolve("seed"));
        Path product = Files.createDirectory(folder.resolve("product"));
        Workshop shop =
                stage.workshop(
                        seed,
                        shownAt,
                        Installation.script(steps),
                        tools,
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
        return Optional.of(supplies.shelf().keep(key, product, head, seen, coverage));
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

    /** Everything that makes one installation differ from another. */
    private String key(InstallPlan.Steps steps, String shownAt, Toolbox tools) {
        String all =
                String.join(
                        "\n",
                        EDITION,
                        artifact.digest().hex(),
                        shownAt,
                        Installation.script(steps),
                        new TreeMap<>(steps.files()).toString(),
                        tools.searchPath(),
                        new TreeMap<>(tools.env()).toString());
        return "install-" + Sha256.of(all.getBytes(StandardCharsets.UTF_8)).hex();
    }

    private Hint hint() {
        return switch (artifact.target()) {
            case Target.Npm npm -> new Hint.Npm(npm.name());
            case Target.Pypi pypi -> new Hint.Python(pypi.name());
            default -> new Hint.Folder();
        };
    }
}
