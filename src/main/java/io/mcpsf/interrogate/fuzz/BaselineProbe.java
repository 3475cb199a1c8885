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

/**
 * A harmless value for every place that takes a text, to see where it goes and how long it takes.
 */
final class BaselineProbe {

    /** What is sent behind them waits so long for them: they are not to be held up by it. */
    private static final long HELD_MILLIS = 60;

    private final AttackSender sender;
    private final Sightings sightings;
    private final List<AttackTarget> targets;
    private final Map<AttackTarget, AttackResult> back = new ConcurrentHashMap<>();
    private final CountDownLatch missing;
    private volatile long last = System.nanoTime();

    BaselineProbe(AttackSender sender, Sightings sightings, List<AttackTarget> targets) {
        this.sender = sender;
        this.sightings = sightings;
        this.targets = targets.stream().filter(t -> t.text() && !t.closed()).toList();
        this.missing = new CountDownLatch(this.targets.size());
    }

    /** The places. */
    List<AttackTarget> targets() {
        return targets;
    }

    /** Sends them, and then what is sent behind them; {@code told} is begun when all are back. */
    void send(int atOnce, List<PipelinedSender.Task> behind, Runnable told)
            throws InterruptedException {
        int chars = AttackLimits.REMEMBERED / Math.max(1, targets.size());
        var tasks = new ArrayList<PipelinedSender.Task>();
        for (AttackTarget target : targets) {
            Mark mark = sender.mark();
            tasks.add(
                    new Single(
                            sender,
                            target,
                            "trace",
                            StringNode.valueOf(mark.nonce()),
                            mark,
                            result -> {
                                back.put(target, result.remembering(chars));
                                last = System.nanoTime();
                                missing.countDown();
                                if (back.size() == targets.size()) {
                                    Thread.ofVirtual().name("attack plan").start(told);
                                }
                            }));
        }
        tasks.addAll(behind);
        PipelinedSender.all(sender, atOnce, tasks);
    }

    /** When the last one came back. */
    long last() {
        return last;
    }

    /** What became of a baseline probe by now; empty where none was sent. */
    Optional<Traced> traced(AttackTarget target) {
        return Optional.ofNullable(back.get(target))
                .map(probe -> new Traced(probe, sightings.with(probe.mark().nonce())));
    }

    /**
     * One that is made ready at once, but leaves when the baseline probes are back and tell that it
     * fits.
     */
    PipelinedSender.Task behind(Single one, Predicate<Traced> fits) {
        return new Behind(one, fits);
    }

    private final class Behind implements PipelinedSender.Task {

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
        public AttackSender.Prepared prepare() {
            return one.prepare();
        }

        @Override
        public boolean early() {
            return missing.getCount() > 0;
        }

        @Override
        public void due() throws InterruptedException {
            // Not longer: a baseline probe may never come back.
            boolean _ = missing.await(HELD_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        public void look(AttackResult result) {
            one.look(result);
        }
    }
}
