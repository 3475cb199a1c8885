package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A plain word for every place that takes a text, to see where it goes and how long it takes. */
final class Words {

    /** What is sent behind them waits so long for them: they are not to be held up by it. */
    private static final long HELD_MILLIS = 60;

    private final Gun gun;
    private final Sightings sightings;
    private final List<Target> targets;
    private final Map<Target, Fired> back = new ConcurrentHashMap<>();
    private final CountDownLatch missing;
    private volatile long last = System.nanoTime();

    Words(Gun gun, Sightings sightings, List<Target> targets) {
        this.gun = gun;
        this.sightings = sightings;
        this.targets = targets.stream().filter(t -> t.text() && !t.closed()).toList();
        this.missing = new CountDownLatch(this.targets.size());
    }

    /** The places. */
    List<Target> targets() {
        return targets;
    }

    /** Sends them, and then what is sent behind them; {@code told} is begun when all are back. */
    void send(int atOnce, List<Barrage.Shell> behind, Runnable told) throws InterruptedException {
        int chars = Caps.REMEMBERED / Math.max(1, targets.size());
        var shells = new ArrayList<Barrage.Shell>();
        for (Target target : targets) {
            Mark mark = gun.mark();
            shells.add(
                    new Single(
                            gun,
                            target,
                            "trace",
                            StringNode.valueOf(mark.nonce()),
                            mark,
                            fired -> {
                                back.put(target, fired.remembering(chars));
                                last = System.nanoTime();
                                missing.countDown();
                                if (back.size() == targets.size()) {
                                    Thread.ofVirtual().name("attack plan").start(told);
                                }
                            }));
        }
        shells.addAll(behind);
        Barrage.all(gun, atOnce, shells);
    }

    /** When the last one came back. */
    long last() {
        return last;
    }

    /** What became of a word by now; empty where none was sent. */
    Optional<Traced> traced(Target target) {
        return Optional.ofNullable(back.get(target))
                .map(word -> new Traced(word, sightings.with(word.mark().nonce())));
    }

    /** One that is made ready at once, but leaves when the words are back and tell that it fits. */
    Barrage.Shell behind(Single one, Predicate<Traced> fits) {
        return new Behind(one, fits);
    }

    private final class Behind implements Barrage.Shell {

        private final Single one;
        private final Predicate<Traced> fits;

        Behind(Single one, Predicate<Traced> fits) {
            this.one = one;
            this.fits = fits;
        }

        @Override
        public boolean worth() {
            return one.worth() && traced(one.target()).filter(fits.negate()).isEmpty();
        }

        @Override
        public Gun.Loaded load() {
            return one.load();
        }

        @Override
        public boolean early() {
            return missing.getCount() > 0;
        }

        @Override
        public void due() throws InterruptedException {
            // Not longer: a word may never come back.
            boolean _ = missing.await(HELD_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        public void look(Fired fired) {
            one.look(fired);
        }
    }
}
