package io.mcpsf.service.worker;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.StorageException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A worker's hold on one job: renews the lease, passes events on in bundles, and interrupts the one
 * who works when the job is to be cancelled, was lost, or the worker goes.
 */
final class Hold implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Hold.class.getName());
    private static final long BEAT_MILLIS = 250;
    private static final int MOST_WAITING = 20_000;
    private static final int AT_ONCE = 1_000;

    private final Queue queue;
    private final Job job;
    private final Thread worker = Thread.currentThread();
    private final List<JobEvent> waiting = new ArrayList<>();
    private final Object lock = new Object();

    /** Held while a bundle is on its way: the rest is known only when it has arrived or not. */
    private final ReentrantLock passing = new ReentrantLock();

    private volatile Queue.Word word = Queue.Word.GO_ON;
    private boolean mayInterrupt;
    private long dropped;
    private volatile boolean over;
    private BooleanSupplier hurried = () -> false;
    private final Thread beat;

    Hold(Queue queue, Job job) {
        this.queue = queue;
        this.job = job;
        this.beat = Thread.ofVirtual().name("hold-" + job.id()).unstarted(this::beat);
    }

    void begin(BooleanSupplier whetherHurried) {
        hurried = whetherHurried;
        synchronized (lock) {
            mayInterrupt = true;
        }
        beat.start();
    }

    /** Called from any thread and never waits. */
    void tell(JobEvent event) {
        synchronized (lock) {
            if (waiting.size() < MOST_WAITING) {
                waiting.add(event);
            } else {
                dropped++;
            }
        }
    }

    /** No more interruptions; an interruption that is under way is taken away. */
    void letGo() {
        synchronized (lock) {
            mayInterrupt = false;
            Thread.interrupted();
        }
    }

    Queue.Word word() {
        return word;
    }

    /** The events that were not passed on yet. */
    List<JobEvent> rest() {
        passing.lock();
        try {
            synchronized (lock) {
                var rest = new ArrayList<>(waiting);
                if (dropped > 0) {
                    rest.add(
                            JobEvent.note(dropped + " events came faster than they could be kept"));
                }
                return rest;
            }
        } finally {
            passing.unlock();
        }
    }

    private void beat() {
        long renewal = Math.max(200, Math.min(2_000, queue.lease().toMillis() / 4));
        long next = System.nanoTime();
        try {
            while (!over) {
                try {
                    passing.lock();
                    try {
                        pass();
                    } finally {
                        passing.unlock();
                    }
                    if (System.nanoTime() >= next) {
                        next = System.nanoTime() + renewal * 1_000_000;
                        word = queue.renew(job);
                    }
                } catch (StorageException e) {
                    // Whether we still have it is seen when the database is back.
                    LOG.log(Level.FINE, "no beat", e);
                }
                if (word != Queue.Word.GO_ON || hurried.getAsBoolean()) {
                    interrupt();
                }
                Thread.sleep(BEAT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void interrupt() {
        synchronized (lock) {
            if (mayInterrupt) {
                mayInterrupt = false;
                worker.interrupt();
            }
        }
    }

    private void pass() {
        List<JobEvent> bundle;
        synchronized (lock) {
            if (!mayInterrupt || waiting.isEmpty()) {
                return;
            }
            bundle = List.copyOf(waiting.subList(0, Math.min(AT_ONCE, waiting.size())));
        }
        boolean ours = queue.tell(job, bundle);
        if (!ours) {
            word = Queue.Word.LOST;
        }
        synchronized (lock) {
            waiting.subList(0, bundle.size()).clear();
        }
    }

    @Override
    public void close() {
        over = true;
        beat.interrupt();
        try {
            beat.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
