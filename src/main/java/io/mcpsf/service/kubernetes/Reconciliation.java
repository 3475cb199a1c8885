package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.StorageException;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Removes Jobs that nobody waits for: those whose attempt is not held by anybody any more, because
 * their dispatcher died and its leases ran out. Any dispatcher does it for all of them. The other
 * way round, an attempt whose Job vanished, is noticed by the one who waits for it.
 */
public final class Reconciliation implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Reconciliation.class.getName());

    private final KubernetesApi api;
    private final Queue queue;
    private final Duration every;
    private final Thread thread;
    private volatile boolean closing;

    public Reconciliation(KubernetesApi api, Queue queue, Duration every) {
        this.api = api;
        this.queue = queue;
        this.every = every;
        this.thread = Thread.ofVirtual().name("reconciliation").unstarted(this::run);
    }

    public Reconciliation start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    once();
                } catch (KubernetesException | StorageException e) {
                    LOG.log(Level.WARNING, "reconciliation waits: {0}", e.getMessage());
                }
                Thread.sleep(every);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One look; what was removed. */
    Set<String> once() throws InterruptedException {
        // Jobs first: one that is made between the two looks is not taken for an orphan.
        JsonNode jobs = api.list(KubernetesApi.Kind.JOB, JobManifest.OURS);
        Map<String, String> held = queue.held();
        var removed = new HashSet<String>();
        for (JsonNode job : jobs.path("items")) {
            JsonNode about = job.path("metadata");
            String name = about.path("name").stringValue("");
            JsonNode labels = about.path("labels");
            String token = held.get(labels.path(JobManifest.JOB).stringValue(""));
            String attempt = labels.path(JobManifest.ATTEMPT).stringValue("");
            boolean wanted = token != null && PodOrder.attempt(token).equals(attempt);
            if (!wanted && PodOrder.nameIn(name).isPresent() && !about.has("deletionTimestamp")) {
                LOG.log(Level.INFO, "nobody waits for {0}: it is removed", name);
                api.delete(KubernetesApi.Kind.JOB, name);
                removed.add(name);
            }
        }
        return removed;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
