package io.mcpsf.service.worker;

import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.StorageException;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What has to be done now and then: jobs of lost workers taken back, old things deleted. */
public final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Housekeeping.class.getName());
    private static final long SWEEP_NANOS = Duration.ofMinutes(5).toNanos();

    private final Queue queue;
    private final Erasure erasure;
    private final WorkerRegistry attendance;
    private final Duration jobsKept;
    private final Thread thread;
    private volatile boolean closing;

    public Housekeeping(
            Queue queue, Erasure erasure, WorkerRegistry attendance, Duration jobsKept) {
        this.queue = queue;
        this.erasure = erasure;
        this.attendance = attendance;
        this.jobsKept = jobsKept;
        this.thread = Thread.ofPlatform().daemon().name("housekeeping").unstarted(this::run);
    }

    public Housekeeping start() {
        thread.start();
        return this;
    }

    private void run() {
        // Leases that ran out while nobody could renew them are no sign of a lost worker.
        long mayTakeBack = System.nanoTime() + queue.lease().toNanos();
        long nextSweep = System.nanoTime();
        try {
            while (!closing) {
                try {
                    if (System.nanoTime() >= mayTakeBack) {
                        int lost = queue.takeBack();
                        if (lost > 0) {
                            LOG.log(
                                    Level.WARNING,
                                    "{0} jobs of lost workers were taken back",
                                    lost);
                        }
                    } else {
                        attendance.all();
                    }
                    if (System.nanoTime() >= nextSweep) {
                        nextSweep = System.nanoTime() + SWEEP_NANOS;
                        erasure.sweep(jobsKept);
                        erasure.deadAttempts();
                        attendance.sweep();
                    }
                } catch (StorageException | IOException e) {
                    LOG.log(Level.WARNING, "housekeeping: {0}", e.getMessage());
                    mayTakeBack = System.nanoTime() + queue.lease().toNanos();
                }
                Thread.sleep(Math.clamp(queue.lease().toMillis() / 4, 100, 5_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
