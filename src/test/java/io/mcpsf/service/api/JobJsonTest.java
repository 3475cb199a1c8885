package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

/** A job is answered in our own words and in those that clients of other services expect. */
final class JobJsonTest {

    @Test
    void aWaitingJobHasItsNumberAndStatusInBothWords() {
        JsonNode job = json(JobState.QUEUED, "");

        assertThat(job.path("id").asString()).isEqualTo("01job");
        assertThat(job.path("job_id").asString()).isEqualTo("01job");
        assertThat(job.path("state").asString()).isEqualTo("QUEUED");
        assertThat(job.path("status").asString()).isEqualTo("queued");
        assertThat(job.path("progress").asInt()).isZero();
        assertThat(job.path("step").asString()).isEqualTo("waiting for a worker");
    }

    @Test
    void aRunningJobSaysHowFarItIs() {
        JsonNode job = json(JobState.RUNNING, "{\"phase\": {\"phase\": \"CALL\"}}");

        assertThat(job.path("status").asString()).isEqualTo("running");
        assertThat(job.path("progress").asInt()).isBetween(1, 99);
        assertThat(job.path("step").asString()).isEqualTo("calling tools");
    }

    @Test
    void whatIsOverIsCompleteOrSaysThatItFailed() {
        assertThat(json(JobState.DONE, "").path("status").asString()).isEqualTo("completed");
        assertThat(json(JobState.FAILED, "").path("status").asString()).isEqualTo("failed");
        assertThat(json(JobState.REFUSED, "").path("status").asString()).isEqualTo("failed");
        assertThat(json(JobState.CANCELLED, "").path("status").asString()).isEqualTo("cancelled");
        assertThat(json(JobState.FAILED, "").path("progress").asInt()).isEqualTo(100);
    }

    private static JsonNode json(JobState state, String phase) {
        var job =
                new Job(
                        "01job",
                        state,
                        "key",
                        "team",
                        new Job.Asked(
                                "npm:server", "balanced", "", 0, "{\"source\": \"npm:server\"}"),
                        new Job.Times(1, 0, 0),
                        new Job.Attempt(0, 3, "", "", false),
                        new Job.Ends("{}", "", ""),
                        0,
                        1);
        return JobJson.of(job, "Ada", phase);
    }
}
