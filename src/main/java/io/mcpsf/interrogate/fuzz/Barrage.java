package io.mcpsf.interrogate.fuzz;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Sends many values, a few at once, in their order. The server never waits for us: a value is made
 * ready while the one before it is under way, and what came back is looked at when the next one has
 * left.
 */
final class Barrage {

    private final Gun gun;
    private final int atOnce;
    private final Deque<Shell> shells;
    private final FutureTask<Boolean> rest;
    private boolean begun;

    /** One value. Several threads call, for one value one after the other. */
    interface Shell {

        /** Whether it is still worth sending; asked when it is made ready and when it leaves. */
        boolean worth();

        Gun.Loaded load() throws InterruptedException;

        /** Whether it has to wait for what others come back with. */
        default boolean early() {
            return false;
        }

        /** Waits for that. */
        default void due() throws InterruptedException {}

        void look(Fired fired);
    }

    private record Ready(Shell shell, Gun.Loaded loaded) {}

    private record Away(Shell shell, Gun.Flying flying) {}

    private Barrage(Gun gun, int atOnce, List<Shell> first, Callable<List<Shell>> then) {
        this.gun = gun;
        this.atOnce = atOnce;
        this.shells = new ArrayDeque<>(first);
        this.rest = new FutureTask<>(() -> add(then.call()));
    }

    static void all(Gun gun, int atOnce, List<Shell> shells) throws InterruptedException {
        if (!shells.isEmpty()) {
            all(gun, atOnce, shells, List::of);
        }
    }

    /** The same; {@code then} is asked once for more, while the last ones are on their way. */
    static void all(Gun gun, int atOnce, List<Shell> first, Callable<List<Shell>> then)
            throws InterruptedException {
        var barrage = new Barrage(gun, atOnce, first, then);
        // Everybody has one to send before anybody makes a second one ready.
        var begins = new ArrayList<Optional<Shell>>();
        for (int i = 0; i < atOnce; i++) {
            begins.add(barrage.poll());
        }
        new Volley<Optional<Shell>>(gun, atOnce).all(begins, barrage::lane);
    }

    private void lane(Optional<Shell> first) throws InterruptedException {
        Optional<Away> away = Optional.empty();
        Optional<Ready> ready = ready(first.isPresent() ? first : next());
        while (away.isPresent() || ready.isPresent()) {
            Optional<Away> before = away;
            Optional<Gun.Landed> landed = Optional.empty();
            if (before.isPresent()) {
                landed = Optional.of(gun.land(before.get().flying()));
            }
            if (ready.isPresent() && ready.get().shell().early()) {
                look(before, landed);
                landed = Optional.empty();
                ready.get().shell().due();
            }
            away = ready.isPresent() ? sent(ready.get()) : Optional.empty();
            look(before, landed);
            ready = ready(next());
        }
    }

    private static void look(Optional<Away> away, Optional<Gun.Landed> landed) {
        if (away.isPresent() && landed.isPresent()) {
            away.get().shell().look(landed.get().fired());
        }
    }

    private Optional<Ready> ready(Optional<Shell> first) throws InterruptedException {
        Optional<Shell> shell = first;
        while (shell.isPresent() && !gun.spent()) {
            if (shell.get().worth()) {
                return Optional.of(new Ready(shell.get(), shell.get().load()));
            }
            shell = next();
        }
        return Optional.empty();
    }

    private Optional<Away> sent(Ready ready) throws InterruptedException {
        return ready.shell().worth()
                ? gun.launch(ready.loaded()).map(flying -> new Away(ready.shell(), flying))
                : Optional.empty();
    }

    private Optional<Shell> next() throws InterruptedException {
        Optional<Shell> next = poll();
        if (mayBegin()) {
            rest.run();
        }
        if (next.isPresent()) {
            return next;
        }
        try {
            rest.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the rest of the attack", e.getCause());
        }
        return poll();
    }

    private synchronized Optional<Shell> poll() {
        return Optional.ofNullable(shells.poll());
    }

    /** Once, early enough for the others to have something to send meanwhile. */
    private synchronized boolean mayBegin() {
        boolean now = !begun && shells.size() <= 2 * atOnce;
        begun |= now;
        return now;
    }

    private synchronized boolean add(List<Shell> more) {
        return shells.addAll(more);
    }
}
