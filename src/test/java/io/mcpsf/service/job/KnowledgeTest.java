package io.mcpsf.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.Foundation;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

final class KnowledgeTest {

    @TempDir Path folder;
    private Foundation foundation;

    @BeforeEach
    void open() throws Exception {
        foundation =
                Foundation.open(
                        new Foundation.Place(
                                DatabaseUrl.sqlite(folder.resolve("q.db")),
                                folder.toString(),
                                folder,
                                MasterKey.none()),
                        Map.of());
    }

    @AfterEach
    void close() {
        foundation.close();
    }

    @Test
    void theVerdictsByDayAddUpToTheVerdictsOfThePeriod() {
        finished("RISKY");
        submittedEarlier(finished("MALICIOUS"), Duration.ofDays(2));
        submittedEarlier(finished("MALICIOUS"), Duration.ofDays(8));

        JsonNode fleet = new Knowledge(foundation.database(), foundation.clock()).fleet("", 7);

        assertThat(fleet.path("verdicts").toString())
                .as("the third was submitted before the period, and only finished in it")
                .isEqualTo("{\"MALICIOUS\":1,\"RISKY\":1}");
        assertThat(fleet.path("perDay").valueStream().map(day -> day.path("verdicts").toString()))
                .containsExactly("{\"MALICIOUS\":1}", "{\"RISKY\":1}");
        assertThat(fleet.path("jobs").asInt()).isEqualTo(2);
    }

    private String finished(String verdict) {
        var limits = new KeyLimits(100, 100, 100);
        var request =
                new JobRequest(
                        "npm:x",
                        "safe",
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(Map.of(), List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 5));
        var who = new Principal("a", "a", Role.SUBMITTER, limits, false);
        foundation.jobs().submit(request, who, List.of(), "");
        Queue queue = foundation.queue(Duration.ofMinutes(5));
        Job job = queue.take("w").orElseThrow().job();
        var summary = new JobResult.Summary(verdict, 0, "x", "npm", "{}");
        var result = new JobResult(summary, List.of(), List.of(), List.of());
        assertThat(queue.end(job, new Ending.Done(result, List.of()))).isTrue();
        return job.id();
    }

    private void submittedEarlier(String job, Duration by) {
        foundation
                .database()
                .write(
                        sql ->
                                sql.change(
                                        "UPDATE jobs SET submitted = submitted - ? WHERE id = ?",
                                        by.toMillis(),
                                        job));
    }
}
