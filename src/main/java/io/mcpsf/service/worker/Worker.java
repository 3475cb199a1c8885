package io.mcpsf.service.worker;

import io.mcpsf.os.Scratch;
import io.mcpsf.service.job.Ending;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.job.Uploads;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.StorageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Takes jobs and runs as many at once as it has slots. It survives a database that goes away, and
 * the jobs of a worker that goes away are taken back by the others.
 */
public final class Worker implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Worker.class.getName());

    /** The folder that uploads are unpacked in, below that of the job. */
    static final String UPLOAD = "upload";

    private static final Duration IDLE = Duration.ofMillis(300);
    private static final Duration AWAY = Duration.ofSeconds(1);

    private final String id;
    private final int slots;
    private final Parts parts;
    private final Path work;
    private final Duration look;
    private final Semaphore free;
    private final Semaphore bell = new Semaphore(0);
    private final AtomicInteger running = new AtomicInteger();
    private final Thread loop;
    private volatile boolean closing;
    private volatile boolean hurried;

    /** What it works with. */
    public record Parts(
            Queue queue, Uploads uploads, Blobs blobs, Runner runner, WorkerRegistry attendance) {}

    public Worker(String id, int slots, Parts parts, Path work) {
        this(id, slots, parts, work, IDLE);
    }

    /** Looks for jobs that often, when nobody wakes it. */
    Worker(String id, int slots, Parts parts, Path work, Duration look) {
        this.look = look;
        this.id = id;
        this.slots = slots;
        this.parts = parts;
        this.work = work;
        this.free = new Semaphore(slots);
        this.loop = Thread.ofPlatform().name("worker").unstarted(this::run);
    }

    public Worker start() {
        Scratch.sweep(work);
        loop.start();
        return this;
    }

    public int running() {
        return running.get();
    }

    private void run() {
        try {
            while (!closing) {
                if (!free.tryAcquire(IDLE.toMillis(), TimeUnit.MILLISECONDS)) {
                    // Whoever has all hands full is there all the same.
                    sign();
                    continue;
                }
                Optional<Queue.Taken> taken = take();
                if (taken.isEmpty()) {
                    free.release();
                    awaitBell();
                    continue;
                }
                running.incrementAndGet();
                Thread.ofVirtual()
                        .name("job-" + taken.get().job().id())
                        .start(() -> work(taken.get()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Jobs come from other processes as well, which ring no bell. */
    private void awaitBell() throws InterruptedException {
        if (bell.tryAcquire(look.toMillis(), TimeUnit.MILLISECONDS)) {
            bell.drainPermits();
        }
    }

    /** There may be a job: it is looked for at once. */
    public void wake() {
        bell.release();
    }

    private void sign() throws InterruptedException {
        try {
            parts.attendance().sign(id, slots, running.get());
        } catch (StorageException e) {
            LOG.log(Level.FINE, "not signed", e);
            Thread.sleep(AWAY);
        }
    }

    private Optional<Queue.Taken> take() throws InterruptedException {
        try {
            parts.attendance().sign(id, slots, running.get());
            return parts.queue().take(id);
        } catch (StorageException e) {
            LOG.log(Level.WARNING, "the queue can't be reached: {0}", e.getMessage());
            Thread.sleep(AWAY);
            return Optional.empty();
        }
    }

    private void work(Queue.Taken taken) {
        Job job = taken.job();
        LOG.log(
                Level.INFO,
                "job {0} attempt {1} begins",
                new Object[] {job.id(), job.attempt().number()});
        try (var folder = Scratch.in(work);
                var hold = new Hold(parts.queue(), job)) {
            Masking masking = Masking.of(taken.request());
            end(job, hold, outcome(taken, folder.path(), hold, masking), masking);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            // The lease runs out and the job is taken back, by us or by another.
            LOG.log(Level.SEVERE, "job " + job.id() + " was lost hold of", e);
        } finally {
            running.decrementAndGet();
            free.release();
        }
    }

    /** How it came out, or nothing when it was interrupted. */
    private Optional<Runner.Outcome> outcome(
            Queue.Taken taken, Path folder, Hold hold, Masking masking) {
        try {
            hold.begin(() -> hurried);
            String source = source(taken, folder);
            return Optional.of(
                    parts.runner()
                            .run(taken, source, folder, event -> hold.tell(masking.event(event))));
        } catch (InterruptedException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "job " + taken.job().id() + " could not be run", e);
            return Optional.of(new Runner.Outcome.Crashed(String.valueOf(e.getMessage())));
        } finally {
            // From here on nobody may interrupt us: the result is being kept.
            hold.letGo();
        }
    }

    private String source(Queue.Taken taken, Path folder) throws IOException {
        String source = taken.request().source();
        if (!source.startsWith(Uploads.PREFIX)) {
            return source;
        }
        Uploads.Upload upload =
                parts.uploads()
                        .find(source.substring(Uploads.PREFIX.length()))
                        .orElseThrow(() -> new IOException("the upload is gone"));
        parts.uploads().unpack(upload, Files.createDirectories(folder.resolve(UPLOAD)));
        // Seen from there, so that no path of this machine gets into a report.
        return "./" + upload.name();
    }

    private void end(Job job, Hold hold, Optional<Runner.Outcome> outcome, Masking masking)
            throws InterruptedException, IOException {
        switch (hold.word()) {
            case CANCEL -> persist(() -> parts.queue().end(job, new Ending.Cancelled("cancelled")));
            case LOST -> LOG.log(Level.WARNING, "job {0} is not ours any more", job.id());
            case GO_ON -> {
                if (outcome.isEmpty()) {
                    persist(
                            () -> {
                                parts.queue().giveBack(job, false, "the worker shut down");
                                return true;
                            });
                } else {
                    end(job, hold, outcome.get(), masking);
                }
            }
        }
    }

    private void end(Job job, Hold hold, Runner.Outcome outcome, Masking masking)
            throws InterruptedException, IOException {
        switch (outcome) {
            case Runner.Outcome.Finished(Path caseFolder) -> {
                var result = new Shipment(parts.blobs(), masking).ship(job, caseFolder);
                boolean kept =
                        persist(() -> parts.queue().end(job, new Ending.Done(result, hold.rest())));
                if (!kept) {
                    parts.blobs().deleteAll(Erasure.blobs(job));
                }
            }
            case Runner.Outcome.Refused(String what, String why, String next) ->
                    persist(
                            () ->
                                    parts.queue()
                                            .end(
                                                    job,
                                                    new Ending.Failed(
                                                            masking.text(what),
                                                            masking.text(why),
                                                            masking.text(next),
                                                            hold.rest())));
            case Runner.Outcome.Crashed(String why) ->
                    persist(
                            () -> {
                                parts.queue().giveBack(job, true, masking.text(why));
                                return true;
                            });
        }
    }

    /**
     * A word to the database that is said again until it is heard, for as long as it may matter.
     */
    @FunctionalInterface
    private interface Word {
        boolean say();
    }

    private boolean persist(Word word) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (true) {
            try {
                return word.say();
            } catch (StorageException e) {
                if (!e.passing() || System.nanoTime() > deadline) {
                    throw e;
                }
                LOG.log(Level.WARNING, "a result waits for the database: {0}", e.getMessage());
                Thread.sleep(AWAY);
            }
        }
    }

    /** Takes nothing new, and waits so long for what runs; what is left then goes back. */
    public void close(Duration patience) {
        closing = true;
        wake();
        await(patience);
        hurried = true;
        await(Duration.ofSeconds(30));
        try {
            loop.join(TimeUnit.SECONDS.toMillis(5));
            parts.attendance().leave(id);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StorageException e) {
            LOG.log(Level.FINE, "not signed off", e);
        }
    }

    private void await(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            while (running.get() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
