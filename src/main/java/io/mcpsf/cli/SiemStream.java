package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.report.siem.EcsEvent;
import io.mcpsf.run.request.Progress;
import io.mcpsf.text.Counted;
import io.mcpsf.web.WebRoute;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Sends every event to a SIEM while it happens, in batches, on a thread of its own. The one who
 * sees an event only puts it into a queue: when the receiver is slow or away, events are dropped
 * there, counted and told. The evidence has all of them, and nothing waits.
 */
final class SiemStream implements AutoCloseable {

    private static final int ROOM = 20_000;
    private static final int BATCH = 500;
    private static final Duration LAST = Duration.ofSeconds(10);
    private static final int GLANCE_MILLIS = 100;

    private final Optional<URI> address;
    private final String source;
    private final WebRoute web;
    private final Consumer<String> tell;
    private final BlockingQueue<Timed> queue = new ArrayBlockingQueue<>(ROOM);
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;
    private volatile boolean ending;
    private boolean complained;

    /** An event, and when it came. */
    private record Timed(Instant at, Seen seen) {}

    /** An empty address sends nothing. */
    SiemStream(String address, String source, WebRoute web, Consumer<String> tell) {
        this.address = Delivery.stream(address);
        this.source = source;
        this.web = web;
        this.tell = tell;
        this.thread = Thread.ofPlatform().daemon().name("events").unstarted(this::run);
        if (this.address.isPresent()) {
            thread.start();
        }
    }

    void saw(Seen seen) {
        if (address.isPresent() && !queue.offer(new Timed(Instant.now(), seen))) {
            lost.incrementAndGet();
        }
    }

    /** The same progress, with every event sent on. */
    Progress over(Progress progress) {
        return new Progress() {
            @Override
            public void phase(Phase phase, String detail) {
                progress.phase(phase, detail);
            }

            @Override
            public void done(Phase phase, PhaseResult result) {
                progress.done(phase, result);
            }

            @Override
            public void note(String what) {
                progress.note(what);
            }

            @Override
            public void events(long total, long alerts) {
                progress.events(total, alerts);
            }

            @Override
            public void seen(Seen seen) {
                progress.seen(seen);
                saw(seen);
            }
        };
    }

    /** Sends what is waiting, for a while. */
    @Override
    public void close() {
        ending = true;
        try {
            boolean _ = address.isEmpty() || thread.join(LAST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        long missing = lost.get() + queue.size();
        if (missing > 0) {
            tell.accept(
                    "mcpsf: %s not streamed; the evidence has all"
                            .formatted(Counted.of(missing, "event was", "events were")));
        }
    }

    private void run() {
        var batch = new ArrayList<Timed>();
        try {
            while (true) {
                Timed first = queue.poll(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    queue.drainTo(batch, BATCH - 1);
                    send(batch);
                    batch.clear();
                } else if (ending) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(List<Timed> batch) {
        List<String> lines =
                batch.stream().map(one -> EcsEvent.line(one.at(), source, one.seen())).toList();
        Optional<String> failed = Delivery.send(address.orElseThrow(), Instant.now(), lines, web);
        if (failed.isPresent()) {
            lost.addAndGet(batch.size());
            if (!complained) {
                complained = true;
                tell.accept("mcpsf: " + failed.get());
            }
        }
    }
}
