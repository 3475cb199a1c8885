package io.mcpsf.service.api;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.scanning.ScopeJson;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.job.Jobs.Submitted;
import io.mcpsf.service.job.ScanRequests;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.job.SourcePolicy.Ruling;

import java.nio.file.Path;
import java.util.List;

/**
 * Scans of projects on the service's own machine, in folders that its operator allows. A scan
 * touches systems of others, so it waits for an approver unless the operator says never.
 */
final class ScanRoutes {

    private final Jobs jobs;
    private final Keys keys;
    private final SourcePolicy policy;
    private final String approval;

    ScanRoutes(Jobs jobs, Keys keys, SourcePolicy policy, String approval) {
        this.jobs = jobs;
        this.keys = keys;
        this.policy = policy;
        this.approval = approval;
    }

    List<Route> routes() {
        return List.of(
                Route.of("scan", "POST /api/v1/scans", Role.SUBMITTER, this::scan),
                Route.of("scope", "GET /api/v1/scope", Role.SUBMITTER, this::scope));
    }

    private ApiResponse scan(ApiRequest ask) {
        JobRequest request = ScanRequests.read(ask.json());
        allowed(request.source().substring(ScanRequests.PREFIX.length()));
        List<String> reasons =
                approval.equals("never") ? List.of() : List.of("it scans services of a project");
        String again = SubmitRoutes.idempotencyKey(ask);
        return switch (jobs.submit(request, ask.who(), reasons, again)) {
            case Submitted.New(Job job) -> accepted(job);
            case Submitted.Again(Job job) -> accepted(job).with("Idempotent-Replayed", "true");
            case Submitted.Mismatch() ->
                    throw Problem.of(
                            422,
                            "idempotency-mismatch",
                            "This Idempotency-Key was used before with a different request.");
            case Submitted.OverQuota(String which) ->
                    throw Problem.tooMany(
                            "quota-exceeded",
                            which.equals("per day") ? 3600 : 30,
                            "The key has reached its limit of jobs " + which + ".");
        };
    }

    private ApiResponse accepted(Job job) {
        return ApiResponse.json(202, JobJson.of(job, keys.nameOf(job.keyId()), jobs.phase(job)))
                .with("Location", "/api/v1/jobs/" + job.id())
                .with("ETag", JobJson.tag(job));
    }

    private ApiResponse scope(ApiRequest ask) throws InterruptedException {
        Path project = allowed(ask.query("project", 1000));
        try {
            return ApiResponse.json(200, ScopeJson.of(project));
        } catch (UsageException e) {
            throw Problem.of(422, "bad-source", "The project can't be read.");
        }
    }

    private Path allowed(String project) {
        return switch (policy.project(project)) {
            case Ruling.Fine _ -> Path.of(project).normalize();
            case Ruling.Bad(String why) -> throw Problem.of(422, "bad-source", why);
            case Ruling.Forbidden(String why) ->
                    throw Problem.of(422, "source-not-allowed", why + ".");
        };
    }
}
