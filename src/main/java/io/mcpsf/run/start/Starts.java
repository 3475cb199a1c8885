package io.mcpsf.run.start;

import io.mcpsf.inspect.start.Cure;
import io.mcpsf.inspect.start.Ended;
import io.mcpsf.inspect.start.Furniture;
import io.mcpsf.inspect.start.StartFinder;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.inspect.start.StartTries;
import io.mcpsf.inspect.start.TreeKind;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Demand;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RunObservation.StartNeeded;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.run.install.Prepared;
import io.mcpsf.run.install.Preparing;
import io.mcpsf.run.question.Meanwhile;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the server until it tells its tools: the likely ways in their order, each again with the
 * cure that its failure asks for, and a few in all.
 */
public final class Starts {

    /** All starts, the first one too. */
    private static final int MOST = 8;

    private final SceneBuilder stage;
    private final Executor executor;
    private final Recorder recorder;
    private final Progress progress;
    private final CaseFolder folder;
    private final Function<Start, Meanwhile> beside;
    private final Map<Sense, SenseHealth> senses = new EnumMap<>(Sense.class);

    public Starts(
            SceneBuilder stage,
            Executor executor,
            Recorder recorder,
            Progress progress,
            CaseFolder folder,
            Function<Start, Meanwhile> beside) {
        this.beside = beside;
        this.stage = stage;
        this.executor = executor;
        this.recorder = recorder;
        this.progress = progress;
        this.folder = folder;
    }

    /** What came of it, and the start that worked or else the last that was tried. */
    public record Result(Coverage coverage, boolean listed, Optional<Start> start) {}

    /** A start, to be done again, and other programs of the same package. */
    public record Start(Prepared sample, StartPlan.Ready plan, List<StartPlan.Ready> others) {
        public Start {
            others = List.copyOf(others);
        }
    }

    public Result run(
            Prepared first,
            List<StartPlan.Ready> candidates,
            Furniture furniture,
            Preparing again,
            RandomGenerator chance)
            throws InterruptedException, IOException {
        var tries = new StartTries(candidates, furniture, MOST, again.dated());
        Prepared sample = first;
        StartPlan.Extras extras = StartPlan.Extras.none();
        Optional<Coverage> last = Optional.empty();
        Optional<Start> tried = Optional.empty();
        try (var transcript = new Transcript(folder.grow("transcript.jsonl"))) {
            for (Optional<StartPlan.Ready> next = tries.next();
                    next.isPresent();
                    next = tries.next()) {
                StartPlan.Ready plan = next.get();
                if (!plan.setting().extras().equals(extras)) {
                    extras = plan.setting().extras();
                    Optional<Prepared> other = again.with(extras);
                    if (other.isEmpty()) {
                        tries.unable("what it needs could not be installed: " + words(extras));
                        continue;
                    }
                    sample = other.get();
                }
                plan.needs().given().forEach(this::needed);
                var attempt = new Attempt();
                Detonation.Run run =
                        detonate(start(sample, plan, candidates), transcript, attempt, chance);
                last = Optional.of(run.coverage());
                tried = Optional.of(start(sample, plan, candidates));
                if (run.listed()) {
                    return new Result(with(run.coverage(), senses), true, tried);
                }
                Ended how = run.ended().<Ended>map(Ended.Died::new).orElseGet(Ended.Mute::new);
                tries.failed(how, run.stderr(), attempt.noise(), attempt.seen())
                        .ifPresent(this::cured);
            }
        }
        return new Result(failed(last, tries.reason()), false, tried);
    }

    private static Start start(
            Prepared sample, StartPlan.Ready plan, List<StartPlan.Ready> candidates) {
        return new Start(
                sample, plan, OtherPrograms.of(sample.installed().shownAt(), plan, candidates));
    }

    private Detonation.Run detonate(
            Start start, Transcript transcript, Attempt attempt, RandomGenerator chance)
            throws InterruptedException, IOException {
        Prepared sample = start.sample();
        Scene scene = stage.set(sample.installed(), start.plan(), sample.tools(), recorder);
        try (var network = scene.network();
                var _ = recorder.tap(attempt)) {
            Detonation.Run run =
                    new Detonation(executor, scene, recorder, progress, beside.apply(start))
                            .run(transcript, chance);
            run.coverage().senses().forEach((s, h) -> senses.merge(s, h, SenseHealth::and));
            network.keep(folder);
            return run;
        }
    }

    private static String words(StartPlan.Extras extras) {
        return Stream.of(
                        extras.packages().stream(),
                        Stream.of(extras.runtime()),
                        extras.constraints().stream(),
                        Stream.of(extras.asReleased() ? "libraries of its release" : ""))
                .flatMap(all -> all)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private void needed(Demand demand) {
        recorder.saw(new StartNeeded(demand.name(), demand.kind().words(), demand.why()));
    }

    private void cured(Cure cure) {
        progress.note("trying again: it " + cure.sentence());
        recorder.saw(new StartNeeded(cure.sentence(), "", "the start failed without"));
    }

    private static Coverage with(Coverage coverage, Map<Sense, SenseHealth> senses) {
        return new Coverage(coverage.phases(), senses, coverage.tools(), coverage.isolation());
    }

    /** The phases that were reached, and in START the reason that is likeliest true. */
    private Coverage failed(Optional<Coverage> last, String why) {
        Map<Phase, PhaseResult> phases = new EnumMap<>(Phase.class);
        last.ifPresent(coverage -> phases.putAll(coverage.phases()));
        long millis = phases.containsKey(Phase.START) ? phases.get(Phase.START).millis() : 0;
        var result = new PhaseResult(PhaseResult.Status.FAILED, millis, why);
        phases.put(Phase.START, result);
        progress.done(Phase.START, result);
        Isolation isolation = executor.capabilities().isolation();
        return new Coverage(
                phases,
                senses,
                last.map(Coverage::tools).orElse(new ToolCoverage(0, 0, 0)),
                isolation);
    }

    /** The ways to start a sample, or the one that the user gave. */
    public static List<StartPlan.Ready> candidates(
            AssessRequest request, Prepared sample, Furniture furniture) {
        if (!request.command().isEmpty() && sample.hint() instanceof TreeKind.Image image) {
            return List.of(new StartPlan.Ready(request.command(), image.env(), "--command"));
        }
        if (!request.command().isEmpty()) {
            return List.of(given(request.command(), sample));
        }
        return StartFinder.candidates(
                sample.installed().tree(), sample.installed().shownAt(), sample.hint(), furniture);
    }

    /** One plain word may be a program that the package brings, as a launcher would find it. */
    private static StartPlan.Ready given(List<String> command, Prepared sample) {
        var asSaid = new StartPlan.Ready(command, Map.of(), "--command");
        String word = command.getFirst();
        return command.size() > 1 || word.contains("/")
                ? asSaid
                : StartFinder.launched(
                                sample.installed().tree(),
                                sample.installed().shownAt(),
                                sample.hint(),
                                word)
                        .orElse(asSaid);
    }
}
