package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.AttackAnswered;

import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Optional;

/**
 * A short text that costs more than it should: each time it grows a little, the answer takes a
 * multiple. That is a regular expression that tries every way to fit.
 */
final class SlowDrill implements Drill {

    /** What bad expressions stumble over, repeated, with an end that does not fit. */
    private static final List<String> STUMBLES = List.of("a", "a ", "a.", "1", "a@");

    private static final int FIRST = 16;
    private static final int STEP = 3;
    private static final int LAST = 34;

    /** Slow enough to be no chance, short enough to be repeated. */
    private static final long SLOW_MILLIS = 700;

    private static final int TIMES = 8;

    private final Gun gun;
    private final Sightings sightings;

    SlowDrill(Gun gun, Sightings sightings) {
        this.gun = gun;
        this.sightings = sightings;
    }

    @Override
    public String family() {
        return "slow-expression";
    }

    @Override
    public boolean suits(Target target, Traced traced) {
        return target.text()
                && !target.closed()
                && traced.fired().answered()
                && traced.fired().millis() < 60
                && traced.paths().isEmpty()
                && !traced.started()
                && !traced.lookedUp();
    }

    @Override
    public Optional<Hit> run(Target target, Traced traced) throws InterruptedException {
        for (String stumble : STUMBLES) {
            // One jump to the middle tells whether there is anything to find.
            Optional<Long> middle = millis(target, stumble, 25);
            if (middle.isEmpty() || middle.get() < 5 * (traced.fired().millis() + 3)) {
                continue;
            }
            long before = Math.max(1, middle.get());
            for (int length = 25; length <= LAST; length += STEP) {
                Mark mark = gun.mark();
                Optional<Fired> fired =
                        gun.alone(
                                target,
                                family(),
                                StringNode.valueOf(stumble.repeat(length) + "!" + "\u0001"),
                                mark);
                if (fired.isEmpty()) {
                    return Optional.empty();
                }
                long millis = fired.get().millis();
                Optional<Long> half = millis(target, stumble, FIRST);
                if (millis >= SLOW_MILLIS && half.isPresent() && half.get() * TIMES < millis) {
                    return Optional.of(
                            new Hit(
                                    family(),
                                    "%d characters took %d ms and %d took %d ms"
                                            .formatted(
                                                    FIRST * stumble.length(),
                                                    half.get(),
                                                    length * stumble.length(),
                                                    millis),
                                    false,
                                    fired.get(),
                                    sightings.with(mark.nonce()).stream()
                                            .filter(s -> s.what() instanceof AttackAnswered)
                                            .toList()));
                }
                if (millis < before || fired.get().millis() > Caps.SLOWEST.toMillis() / 2) {
                    break;
                }
                before = millis;
            }
        }
        return Optional.empty();
    }

    private Optional<Long> millis(Target target, String stumble, int length)
            throws InterruptedException {
        Mark mark = gun.mark();
        return gun.fire(target, family(), stumble.repeat(length) + "!" + "\u0001", mark)
                .map(Fired::millis);
    }
}
