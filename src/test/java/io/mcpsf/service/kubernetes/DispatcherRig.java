package io.mcpsf.service.kubernetes;

import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.Assessment;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.Workshop;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.EventLog;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.JobState;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A queue and one dispatcher for it, in this process. */
final class DispatcherRig implements AutoCloseable {

    private final Foundation foundation;
    private final KubernetesDispatcher dispatcher;
    private final Workshop workshop;

    DispatcherRig(Path folder, ClusterAccess access, int parallel, Duration start)
            throws IOException, InterruptedException {
        this(folder, access, parallel, start, OptionalInt.empty());
    }

    DispatcherRig(
            Path folder, ClusterAccess access, int parallel, Duration start, OptionalInt canary)
            throws IOException, InterruptedException {
        this(
                folder,
                access,
                new Manner(parallel, start, Duration.ofMinutes(2), canary, DispatcherRig::reports));
    }

    /** How many at once, how long a pod may take to start and to run, and what judges its case. */
    record Manner(
            int parallel,
            Duration start,
            Duration longest,
            OptionalInt canary,
            CaseReports reports) {}

    DispatcherRig(Path folder, ClusterAccess access, Manner manner)
            throws IOException, InterruptedException {
        this.foundation = foundation(folder);
        this.dispatcher =
                new KubernetesDispatcher(
                                access,
                                new KubernetesDispatcher.Settings(
                                        PodTemplate.of("mcpsf.test/mcpsf:1"),
                                        PodProfile.LOCALHOST,
                                        new KubernetesDispatcher.Listening(
                                                "127.0.0.1", 0, 0, Set.of(), manner.canary()),
                                        manner.longest(),
                                        manner.start()),
                                foundation.queue(Workshop.LEASE),
                                foundation.ids(),
                                manner.reports())
                        .start();
        this.workshop =
                new Workshop(
                                foundation,
                                dispatcher.runner(),
                                new Workshop.Manner(
                                        manner.parallel(), Workshop.LEASE, Duration.ZERO, "test"))
                        .start();
    }

    static Foundation foundation(Path folder) {
        return Foundation.open(
                new Foundation.Place(
                        DatabaseUrl.sqlite(folder.resolve("test.db")),
                        folder.resolve("files").toString(),
                        folder,
                        MasterKey.none()),
                Map.of());
    }

    /** As the process does that a real dispatcher starts for it. */
    static Optional<String> reports(Path caseFolder) {
        var house = new Assessment();
        var folder = new CaseFolder("", caseFolder);
        Evidence evidence = folder.evidence();
        ReportFiles.of(Report.of(evidence, house.judge(evidence), house.rules()))
                .forEach(folder::write);
        return Optional.empty();
    }

    /** Submits one; {@code label} says what becomes of its pod. */
    String submit(String source, String label) {
        return submit(foundation, "key", source, label);
    }

    static String submit(Foundation foundation, String key, String source, String label) {
        var limits = new KeyLimits(100_000, 10_000, 100_000);
        var who = new Principal(key, "team-" + key, Role.SUBMITTER, limits, false);
        var request =
                new JobRequest(
                        source,
                        "safe",
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, label, 5));
        return ((Jobs.Submitted.New) foundation.jobs().submit(request, who, List.of(), ""))
                .job()
                .id();
    }

    Foundation foundation() {
        return foundation;
    }

    KubernetesDispatcher dispatcher() {
        return dispatcher;
    }

    Job job(String id) {
        return foundation.jobs().find(id).orElseThrow();
    }

    Job await(String id, JobState state) throws IOException, InterruptedException {
        Patience.await(
                () -> {
                    Job job = job(id);
                    if (job.state().over() && job.state() != state) {
                        throw new AssertionError(job + " " + events(id));
                    }
                    return job.state() == state;
                });
        return job(id);
    }

    /** All that was told about it, one event to a line. */
    String events(String id) {
        var text = new StringBuilder();
        new EventLog(foundation.database())
                .after(id, 0, 1000)
                .forEach(event -> text.append(event).append('\n'));
        return text.toString();
    }

    @Override
    public void close() {
        workshop.close();
        dispatcher.close();
        foundation.close();
    }
}
