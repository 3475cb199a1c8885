package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.node.StringNode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A short text that costs more than it should: each time it grows a little, the answer takes a
 * multiple. That is a regular expression that tries every way to fit.
 */
final class SlowExpressionAttack implements MultiStepAttack {

    /** What bad expressions stumble over, repeated, with an end that does not fit. */
    private static final List<String> STUMBLES = List.of("a", "a ", "a.", "1", "a@");

    private static final Set<String> MATCHED =
            Set.of("pattern", "regex", "regexp", "expression", "glob", "match", "email");

    private static final Pattern MATCHES =
            Pattern.compile("(?i)\\bregular expression|\\bregexp?\\b|\\bvalidat|\\bwell.formed");

    /** So many places of any kind are tried ahead: that costs little. */
    private static final int FEW = 8;

    /** Long enough to show in any language, short enough to come back from. */
    private static final int FIRST = 22;

    private static final int LAST = 34;

    /** Worth a closer look. */
    private static final long NOTICED_MILLIS = 15;

    /** What takes longer than this for a baseline probe was held up by others. */
    private static final long USUAL_MILLIS = 60;

    /** Slow enough to be no chance, short enough to be repeated. */
    private static final long SLOW_MILLIS = 700;

    /** What is quick for a text that is hardly shorter. */
    private static final int SHORTER = 8;

    private static final int TIMES = 6;

    private static final int TRIES = 3;

    /** One that was held up looks like the end of it for as many as it was too long by. */
    private static final int STALLS = 3;

    private final AttackSender sender;
    private final Sightings sightings;
    private final Map<AttackTarget, List<Probe>> waiting = new ConcurrentHashMap<>();
    private final Map<AttackTarget, Map<String, Long>> slowest = new ConcurrentHashMap<>();

    SlowExpressionAttack(AttackSender sender, Sightings sightings) {
        this.sender = sender;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "slow-expression";
    }

    /**
     * Probes that leave as soon as the baseline probes are back, ready by then. They go to places
     * that are matched against an expression by what they say, and to a few others that name
     * nothing to be opened or asked for; the rest has time until all else was tried.
     */
    List<PipelinedSender.Task> ahead(BaselineProbe baseline) {
        List<AttackTarget> first = first(baseline.targets());
        first.forEach(target -> waiting.put(target, new CopyOnWriteArrayList<>(probes())));
        return first.stream().flatMap(target -> ahead(target, baseline)).toList();
    }

    static List<AttackTarget> first(List<AttackTarget> targets) {
        List<AttackTarget> mere = targets.stream().filter(SlowExpressionAttack::mere).toList();
        return Stream.concat(
                        mere.stream().filter(SlowExpressionAttack::matched),
                        mere.stream().filter(target -> !matched(target)))
                .limit(Math.max(FEW, mere.stream().filter(SlowExpressionAttack::matched).count()))
                .toList();
    }

    /** The places that probes went ahead to. */
    Map<AttackTarget, Traced> begun(Map<AttackTarget, Traced> known) {
        return chosen(known, waiting::containsKey);
    }

    /** All others. */
    Map<AttackTarget, Traced> notBegun(Map<AttackTarget, Traced> known) {
        return chosen(known, target -> !waiting.containsKey(target));
    }

    private static Map<AttackTarget, Traced> chosen(
            Map<AttackTarget, Traced> known, Predicate<AttackTarget> wanted) {
        Map<AttackTarget, Traced> chosen = new LinkedHashMap<>(known);
        chosen.keySet().removeIf(wanted.negate());
        return chosen;
    }

    private Stream<PipelinedSender.Task> ahead(AttackTarget target, BaselineProbe baseline) {
        return waiting(target).stream()
                .map(
                        probe ->
                                new Single(
                                        sender,
                                        target,
                                        family(),
                                        probe.value(),
                                        probe.mark(),
                                        result -> back(probe, result)))
                .map(probe -> baseline.behind(probe, traced -> wanted(target, traced)));
    }

    private static boolean wanted(AttackTarget target, Traced traced) {
        return fits(target, traced) && !traced.unheard();
    }

    private void back(Probe probe, AttackResult result) {
        waiting(result.target()).remove(probe);
        remember(result);
    }

    private void remember(AttackResult result) {
        slowest.computeIfAbsent(result.target(), _ -> new ConcurrentHashMap<>())
                .merge(result.payload(), result.millis(), Math::max);
    }

    private List<Probe> waiting(AttackTarget target) {
        return waiting.computeIfAbsent(target, _ -> new CopyOnWriteArrayList<>(probes()));
    }

    private List<Probe> probes() {
        return STUMBLES.stream()
                .map(stumble -> new Probe(StringNode.valueOf(text(stumble, FIRST)), sender.mark()))
                .toList();
    }

    /** It is an expression, or is matched against one, by its name or what its tool says. */
    private static boolean matched(AttackTarget target) {
        return !Collections.disjoint(target.words(), MATCHED)
                || MATCHES.matcher(target.said()).find();
    }

    /** A text, and nothing that is opened or asked for, by its name. */
    private static boolean mere(AttackTarget target) {
        return !target.numeric() && !PathAttack.pathLike(target) && !Oracle.takesAddresses(target);
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return fits(target, traced) && (!waiting(target).isEmpty() || slow(target, traced));
    }

    private static boolean fits(AttackTarget target, Traced traced) {
        return target.text()
                && !target.closed()
                && traced.result().answered()
                && traced.result().millis() < 1000
                && traced.paths().isEmpty()
                && !traced.started()
                && !traced.lookedUp();
    }

    /** Those that have not been ahead. */
    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        return List.copyOf(waiting(target));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        remember(probe);
        return slow(probe.target(), traced);
    }

    /** One of those that are back took long. */
    private boolean slow(AttackTarget target, Traced traced) {
        return STUMBLES.stream().anyMatch(stumble -> slow(target, traced, stumble));
    }

    private boolean slow(AttackTarget target, Traced traced, String stumble) {
        long millis = slowest.getOrDefault(target, Map.of()).getOrDefault(text(stumble, FIRST), 0L);
        return noticed(millis, traced.result().millis());
    }

    private static boolean noticed(long millis, long plain) {
        // Others are at work beside both: what only looks slow is measured again, one by one.
        return millis >= 2 * Math.min(plain, USUAL_MILLIS) + NOTICED_MILLIS;
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        for (String stumble : STUMBLES) {
            if (!slow(target, traced, stumble)) {
                continue;
            }
            Optional<Long> first = millis(target, stumble, FIRST);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Optional<Hit> hit =
                    costs(target, stumble, first.get())
                            ? growing(target, stumble, first.get())
                            : Optional.empty();
            if (hit.isPresent()) {
                return hit;
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a little less takes a fraction of that: once in a few times, because others hold it
     * up now and then.
     */
    private boolean costs(AttackTarget target, String stumble, long first)
            throws InterruptedException {
        for (int i = 0; i < TRIES && first >= NOTICED_MILLIS; i++) {
            Optional<Long> quick = millis(target, stumble, FIRST - SHORTER);
            if (quick.filter(millis -> first >= 3 * millis + NOTICED_MILLIS).isPresent()) {
                return true;
            }
            if (quick.filter(millis -> millis >= first).isPresent()) {
                return false;
            }
        }
        return false;
    }

    /** One more each time: it goes on growing, but for one that came at a bad moment. */
    private Optional<Hit> growing(AttackTarget target, String stumble, long first)
            throws InterruptedException {
        long before = first;
        int stalled = 0;
        for (int length = FIRST + 1; length <= LAST && stalled < STALLS; length++) {
            Mark mark = sender.mark();
            Optional<AttackResult> result =
                    sender.alone(target, family(), StringNode.valueOf(text(stumble, length)), mark);
            if (result.isEmpty()) {
                return Optional.empty();
            }
            if (result.get().millis() < before * 5 / 4) {
                stalled++;
                continue;
            }
            stalled = 0;
            before = result.get().millis();
            if (before >= SLOW_MILLIS) {
                return compared(target, stumble, length, result.get());
            }
        }
        return Optional.empty();
    }

    /** A little less takes a fraction of the time. */
    private Optional<Hit> compared(
            AttackTarget target, String stumble, int length, AttackResult slow)
            throws InterruptedException {
        Optional<Long> quick = Optional.empty();
        for (int i = 0; i < TRIES && quick.isEmpty(); i++) {
            quick =
                    millis(target, stumble, length - SHORTER)
                            .filter(millis -> millis * TIMES <= slow.millis());
        }
        if (quick.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Hit(
                        family(),
                        "%d characters took %d ms, %d characters took %d ms"
                                .formatted(
                                        text(stumble, length - SHORTER).length(),
                                        quick.get(),
                                        text(stumble, length).length(),
                                        slow.millis()),
                        false,
                        slow,
                        sightings.with(slow.mark().nonce()).stream()
                                .filter(s -> s.what() instanceof AttackAnswered)
                                .toList()));
    }

    private Optional<Long> millis(AttackTarget target, String stumble, int length)
            throws InterruptedException {
        return sender.sendAndAwait(target, family(), text(stumble, length), sender.mark())
                .map(AttackResult::millis);
    }

    private static String text(String stumble, int length) {
        return stumble.repeat(length) + "!\u0001";
    }
}
