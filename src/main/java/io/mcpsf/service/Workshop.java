package io.mcpsf.service;

import io.mcpsf.os.Scratch;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.worker.Housekeeping;
import io.mcpsf.service.worker.Runner;
import io.mcpsf.service.worker.WarmProcesses;
import io.mcpsf.service.worker.Worker;
import io.mcpsf.service.worker.WorkerRegistry;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A worker and what has to be done around it: all of {@code mcpsf worker}, a part of the service.
 */
public final class Workshop implements AutoCloseable {

    /** A worker that is not heard of for so long has lost its jobs. */
    public static final Duration LEASE = Duration.ofSeconds(20);

    private final WorkerRegistry attendance;
    private final Housekeeping housekeeping;
    private final Worker worker;
    private final WarmProcesses warm;
    private final int slots;

    /** How it works; no slots means that it only keeps house. */
    public record Manner(
            int slots, Duration lease, Duration jobsKept, String version, WarmProcesses warm) {

        /** With no process that waits for a job. */
        public Manner(int slots, Duration lease, Duration jobsKept, String version) {
            this(slots, lease, jobsKept, version, WarmProcesses.none());
        }
    }

    public Workshop(Foundation foundation, Runner runner, Manner manner) {
        Queue queue = foundation.queue(manner.lease());
        String host = host();
        this.slots = manner.slots();
        this.warm = manner.warm();
        this.attendance = new WorkerRegistry(foundation.database(), host, manner.version());
        this.housekeeping =
                new Housekeeping(queue, foundation.erasure(), attendance, manner.jobsKept());
        this.worker =
                new Worker(
                        host + "-" + foundation.ids().chance(6),
                        Math.max(1, manner.slots()),
                        new Worker.Parts(
                                queue,
                                foundation.uploads(),
                                foundation.blobs(),
                                runner,
                                attendance),
                        work(foundation));
    }

    /** Where jobs have their folders. */
    public static Path work(Foundation foundation) {
        return foundation.place().data().resolve("work");
    }

    public WorkerRegistry attendance() {
        return attendance;
    }

    /** There may be a job: it is looked for at once. */
    public void wake() {
        worker.wake();
    }

    /** How many processes wait for a job. */
    public int warm() {
        return warm.ready();
    }

    public Workshop start() {
        Scratch.sweep();
        housekeeping.start();
        if (slots > 0) {
            worker.start();
            warm.start();
        }
        return this;
    }

    /** Takes nothing new and waits so long for what runs. */
    public void close(Duration patience) {
        if (slots > 0) {
            warm.close();
            worker.close(patience);
        }
        housekeeping.close();
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "-");
        } catch (UnknownHostException e) {
            return "worker";
        }
    }
}
