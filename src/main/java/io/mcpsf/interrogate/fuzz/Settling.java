package io.mcpsf.interrogate.fuzz;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits a short while for an effect that comes after the answer. */
final class Settling {

    private Settling() {}

    /**
     * Returns as soon as nothing was seen of the server for a moment, or after the usual time. Both
     * are longer under load: who has no processor shows nothing either.
     */
    static void untilQuiet(Sightings sightings, AttackSender sender) throws InterruptedException {
        since(System.nanoTime(), AttackLimits.SETTLE, sightings, sender);
    }

    /**
     * The same for what was answered a while ago: returns also when so much time has passed since
     * then, however busy the server is with something else.
     */
    static void since(long answered, Duration enough, Sightings sightings, AttackSender sender)
            throws InterruptedException {
        Duration passed = Duration.ofNanos(System.nanoTime() - answered);
        Duration left = sender.stretched(enough).minus(passed);
        if (left.isPositive()) {
            await(
                    () ->
                            sightings.quiet(sender.stretched(AttackLimits.QUIET))
                                    ? Optional.of(true)
                                    : Optional.empty(),
                    left);
        }
    }

    static <T> Optional<T> await(Supplier<Optional<T>> effect, AttackSender sender)
            throws InterruptedException {
        return await(effect, sender.stretched(AttackLimits.SETTLE));
    }

    static <T> Optional<T> await(Supplier<Optional<T>> effect, Duration atMost)
            throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        Optional<T> found = effect.get();
        while (found.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(AttackLimits.GLANCE);
            found = effect.get();
        }
        return found;
    }
}
