package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.worker.Runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs an assessment as a Job of a cluster: one isolated pod for each attempt. The worker around it
 * holds the lease and ends the job, exactly as if it ran here; what becomes of a Job whose
 * dispatcher died is for {@link Reconciliation}.
 */
public final class KubernetesRunner implements Runner {

    private static final Logger LOG = Logger.getLogger(KubernetesRunner.class.getName());
    private static final Duration GLANCE = Duration.ofSeconds(2);

    /** An answer that is on its way when a pod ends is worth some seconds. */
    private static final long LAST_WORD_MILLIS = 2_000;

    /** How long after its Job a pod may still say why it ended. */
    private static final Duration PODS_WORD = Duration.ofSeconds(3);

    private static final String NO_SECOND_POD = "BackoffLimitExceeded";

    private final KubernetesApi api;
    private final ClusterView view;
    private final HandBack handBack;
    private final JobManifest manifest;
    private final CaseReports reports;
    private final Manner manner;

    /**
     * Who we are, how long an assessment may take and how long a pod may take to start.
     *
     * @param start longer than an autoscaler needs for a new node
     */
    public record Manner(String dispatcher, Duration longest, Duration start) {}

    public KubernetesRunner(
            KubernetesApi api,
            ClusterView view,
            HandBack handBack,
            JobManifest manifest,
            CaseReports reports,
            Manner manner) {
        this.api = api;
        this.view = view;
        this.handBack = handBack;
        this.manifest = manifest;
        this.reports = reports;
        this.manner = manner;
    }

    @Override
    public Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
            throws InterruptedException {
        Duration longest = longest(taken.request());
        var session = new HandBackSession(taken.request(), source, folder, events);
        try (HandBack.Opened opened = handBack.open(session)) {
            PodOrder order = PodOrder.of(taken.job(), manner.dispatcher(), opened.call(), longest);
            try (ClusterView.Followed followed = view.follow(order.name())) {
                session.whenHandedBack(followed::wake);
                Outcome outcome = ordered(order, session, followed, events);
                return judged(outcome, taken.job().attempt(), session, events);
            }
        }
    }

    /** Its pod is gone by now: what it handed back waits for nobody's room in the cluster. */
    private Outcome judged(
            Outcome outcome,
            Job.Attempt attempt,
            HandBackSession session,
            Consumer<JobEvent> events)
            throws InterruptedException {
        return switch (outcome) {
            case Outcome.Finished(Path caseFolder) ->
                    reports.write(caseFolder)
                            .<Outcome>map(
                                    why ->
                                            new Outcome.Crashed(
                                                    "its evidence can't be judged: " + why))
                            .orElse(outcome);
            case Outcome.Refused _ -> outcome;
            case Outcome.Crashed(String why) ->
                    attempt.number() < attempt.most()
                            ? outcome
                            : cutOff(why, session, events).orElse(outcome);
        };
    }

    /** After the last attempt, what its pod told while it ran is better than nothing. */
    private Optional<Outcome> cutOff(String why, HandBackSession session, Consumer<JobEvent> events)
            throws InterruptedException {
        try {
            Optional<Path> caseFolder = session.cutOff(why);
            if (caseFolder.isEmpty() || reports.write(caseFolder.get()).isPresent()) {
                return Optional.empty();
            }
            events.accept(JobEvent.note(why + "; what was seen until then is judged"));
            return caseFolder.map(Outcome.Finished::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Outcome ordered(
            PodOrder order,
            HandBackSession session,
            ClusterView.Followed followed,
            Consumer<JobEvent> events)
            throws InterruptedException {
        if (!manifest.tried()) {
            events.accept(
                    JobEvent.note("whether the cluster enforces its NetworkPolicy is not tested"));
        }
        try {
            create(order, events);
            return awaited(order, session, followed, events);
        } catch (KubernetesException e) {
            // What the server refuses by its rules (422, 403) it refuses the next time as well.
            return e.status() == 422 || (e.status() == 403 && !e.full())
                    ? new Outcome.Refused(
                            "the cluster refused the Kubernetes Job",
                            String.valueOf(e.getMessage()),
                            "see docs/scale.md for what the cluster must grant")
                    : new Outcome.Crashed(String.valueOf(e.getMessage()));
        } finally {
            remove(order.name());
        }
    }

    /** A full quota is waited for: what is queued in the cluster is in nobody's way. */
    private void create(PodOrder order, Consumer<JobEvent> events) throws InterruptedException {
        long deadline = System.nanoTime() + manner.start().toNanos();
        boolean told = false;
        while (true) {
            try {
                api.create(KubernetesApi.Kind.JOB, manifest.of(order));
                return;
            } catch (KubernetesException e) {
                if (!e.full() || System.nanoTime() > deadline) {
                    throw e;
                }
                if (!told) {
                    events.accept(JobEvent.note("the cluster has no room: " + e.getMessage()));
                }
                told = true;
                Thread.sleep(GLANCE);
            }
        }
    }

    private Outcome awaited(
            PodOrder order,
            HandBackSession session,
            ClusterView.Followed followed,
            Consumer<JobEvent> events)
            throws InterruptedException {
        long begin = System.nanoTime();
        long deadline = begin + manner.start().plus(order.longest()).toNanos();
        boolean running = false;
        String trouble = "";
        while (true) {
            JobSight sight = followed.next(GLANCE);
            Optional<Outcome> handed = session.outcome(0);
            if (handed.isPresent()) {
                return handed.get();
            }
            switch (sight) {
                case JobSight.Running(String node) -> {
                    if (!running) {
                        events.accept(JobEvent.note("its pod runs on node " + node));
                    }
                    running = true;
                }
                case JobSight.Waiting(String why, boolean hopeless) -> {
                    if (running) {
                        continue;
                    }
                    if (hopeless) {
                        return new Outcome.Refused(
                                "the cluster does not start the pod",
                                why,
                                "mcpsf doctor --kubernetes shows what the cluster grants");
                    }
                    if (!why.equals(trouble)) {
                        events.accept(JobEvent.note("its pod does not start yet: " + why));
                    }
                    trouble = why;
                }
                case JobSight.Ended(String why) -> {
                    Optional<Outcome> last = session.outcome(LAST_WORD_MILLIS);
                    return last.isPresent()
                            ? last.get()
                            : new Outcome.Crashed(cause(why, followed));
                }
                case JobSight.Gone() -> {
                    return session.outcome(LAST_WORD_MILLIS)
                            .orElseGet(() -> new Outcome.Crashed("its Kubernetes Job was deleted"));
                }
                case JobSight.Nothing() -> {}
            }
            long now = System.nanoTime();
            if (!running && now - begin > manner.start().toNanos()) {
                return new Outcome.Crashed(
                        "its pod did not start within %d seconds: %s"
                                .formatted(
                                        manner.start().toSeconds(),
                                        trouble.isEmpty() ? "no reason was given" : trouble));
            }
            if (now > deadline) {
                return new Outcome.Crashed("its pod did not end in time");
            }
        }
    }

    /**
     * The Job only says that it makes no second pod; what became of the first one its pod says,
     * perhaps a moment later.
     */
    private static String cause(String why, ClusterView.Followed followed)
            throws InterruptedException {
        long end = System.nanoTime() + PODS_WORD.toNanos();
        while (why.startsWith(NO_SECOND_POD) && System.nanoTime() < end) {
            if (followed.next(GLANCE) instanceof JobSight.Ended(String better)
                    && !better.startsWith(NO_SECOND_POD)) {
                return better;
            }
        }
        return why;
    }

    private Duration longest(JobRequest request) {
        int seconds = request.manner().timeoutSeconds();
        // The time-out is that of the talk; fetching and installing come before it.
        return seconds == 0 ? manner.longest() : Duration.ofSeconds(seconds).plus(manner.longest());
    }

    /** Also when we are interrupted: what we made, we remove. */
    private void remove(String name) {
        boolean interrupted = Thread.interrupted();
        try {
            api.delete(KubernetesApi.Kind.JOB, name);
        } catch (KubernetesException e) {
            // Whoever reconciles next removes it.
            LOG.log(
                    Level.WARNING,
                    "{0} is not removed yet: {1}",
                    new Object[] {name, e.getMessage()});
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
