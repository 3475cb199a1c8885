package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.Foundation;
import io.mcpsf.service.StandIn;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A job that comes in here is not found by looking now and then. */
@Timeout(60)
final class WokenWorkerTest {

    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir Path folder;

    @Test
    void aJobIsTakenWhenItIsSubmittedAndWhenItIsApproved() throws Exception {
        var place =
                new Foundation.Place(
                        DatabaseUrl.sqlite(folder.resolve("jobs.db")),
                        folder.resolve("files").toString(),
                        folder,
                        MasterKey.none());
        try (Foundation foundation = Foundation.open(place, Map.of())) {
            var taken = new CountDownLatch(2);
            var first = new CountDownLatch(1);
            Runner runner =
                    (job, source, where, events) -> {
                        taken.countDown();
                        first.countDown();
                        return new StandIn().run(job, source, where, events);
                    };
            try (var worker = worker(foundation, runner).start()) {
                var jobs = foundation.jobs(worker::wake);

                jobs.submit(request(), Principal.local(), List.of(), "");
                assertThat(first.await(30, TimeUnit.SECONDS)).as("submitted").isTrue();

                jobs.submit(request(), Principal.local(), List.of("high risk"), "");
                String waiting = waiting(foundation);
                assertThat(jobs.decide(waiting, true, "somebody", "")).isPresent();
                assertThat(taken.await(30, TimeUnit.SECONDS)).as("approved").isTrue();
            }
        }
    }

    private static String waiting(Foundation foundation) {
        return foundation
                .database()
                .read(
                        sql ->
                                sql.first(
                                        "SELECT id FROM jobs WHERE state = 'AWAITING_APPROVAL'",
                                        row -> row.text("id")))
                .orElseThrow();
    }

    private Worker worker(Foundation foundation, Runner runner) {
        var attendance = new WorkerRegistry(foundation.database(), "here", "test");
        var parts =
                new Worker.Parts(
                        foundation.queue(Duration.ofSeconds(20)),
                        foundation.uploads(),
                        foundation.blobs(),
                        runner,
                        attendance);
        return new Worker("one", 1, parts, folder.resolve("work"), NEVER);
    }

    private static JobRequest request() {
        return new JobRequest(
                "npm:x",
                "safe",
                new JobRequest.Start("", List.of()),
                new JobRequest.Reach(Map.of(), List.of(), List.of()),
                new JobRequest.Manner(0, -1, "", 0));
    }
}
