package io.mcpsf.interrogate.fuzz;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits a short while for an effect that comes after the answer. */
final class Settling {

    private Settling() {}

    /**
     * Returns as soon as nothing was seen of the server for a moment, or after the usual time. Both
     * are longer in a crowd: who has no processor shows nothing either.
     */
    static void untilQuiet(Sightings sightings, Gun gun) throws InterruptedException {
        since(System.nanoTime(), Caps.SETTLE, sightings, gun);
    }

    /**
     * The same for what was answered a while ago: returns also when so much time has passed since
     * then, however busy the server is with something else.
     */
    static void since(long answered, Duration enough, Sightings sightings, Gun gun)
            throws InterruptedException {
        Duration passed = Duration.ofNanos(System.nanoTime() - answered);
        Duration left = gun.stretched(enough).minus(passed);
        if (left.isPositive()) {
            await(
                    () ->
                            sightings.quiet(gun.stretched(Caps.QUIET))
                                    ? Optional.of(true)
                                    : Optional.empty(),
                    left);
        }
    }

    static <T> Optional<T> await(Supplier<Optional<T>> effect, Gun gun)
            throws InterruptedException {
        return await(effect, gun.stretched(Caps.SETTLE));
    }

    static <T> Optional<T> await(Supplier<Optional<T>> effect, Duration atMost)
            throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        Optional<T> found = effect.get();
        while (found.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(Caps.GLANCE);
            found = effect.get();
        }
        return found;
    }
}
