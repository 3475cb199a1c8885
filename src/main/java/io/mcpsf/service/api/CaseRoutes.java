package io.mcpsf.service.api;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.report.form.Form;
import io.mcpsf.run.Assessment;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.CaseFiles;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobResult;
import io.mcpsf.service.job.JobState;
import io.mcpsf.service.job.Jobs;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What came out of jobs: reports, files, and what changed between two. */
final class CaseRoutes {

    private static final String REPORT_POLICY =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src"
                    + " 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'";

    private final Jobs jobs;
    private final CaseFiles files;

    /** Two cases are read and judged again, which takes memory. */
    private final ConcurrencyLimit comparing =
            new ConcurrencyLimit("The comparison", 1, Duration.ofSeconds(10));

    CaseRoutes(Jobs jobs, CaseFiles files) {
        this.jobs = jobs;
        this.files = files;
    }

    List<Route> routes() {
        return List.of(
                Route.of("getReport", "GET /api/v1/jobs/{id}/report", Role.VIEWER, this::report),
                Route.of("listFiles", "GET /api/v1/jobs/{id}/files", Role.VIEWER, this::list),
                Route.of("getFile", "GET /api/v1/jobs/{id}/file", Role.VIEWER, this::file),
                Route.of("compare", "GET /api/v1/compare", Role.VIEWER, this::compare));
    }

    private ApiResponse report(ApiRequest ask) throws IOException {
        String word = ask.asked("format") ? ask.query("format", 20) : "json";
        Form form =
                Form.named(word)
                        .orElseThrow(
                                () ->
                                        Problem.badRequest(
                                                "format must be one of "
                                                        + String.join(", ", Form.words())
                                                        + "."));
        Job job = done(JobRoutes.job(ask, jobs));
        JobResult.StoredFile file =
                files.find(job, form.file())
                        .orElseThrow(
                                () -> Problem.notFound("This case has no report in that format."));
        ApiResponse reply = stored(file, type(form), ask.header("If-None-Match"));
        return form == Form.HTML
                ? reply.with("Content-Security-Policy", REPORT_POLICY)
                : reply.with(
                        "Content-Disposition",
                        "inline; filename=\"" + job.id() + "." + extension(form) + "\"");
    }

    private Job done(Job job) {
        if (job.state() != JobState.DONE) {
            throw Problem.of(409, "no-report", "The job is " + job.state() + ", not DONE.");
        }
        return job;
    }

    private ApiResponse stored(JobResult.StoredFile file, String type, String known)
            throws IOException {
        String tag = '"' + file.sha256() + '"';
        ApiResponse reply =
                tag.equals(known)
                        ? ApiResponse.empty(304)
                        : ApiResponse.flowing(type, files.open(file)::copy)
                                .with("Content-Length", "" + file.bytes());
        return reply.with("ETag", tag).with("Cache-Control", "private, no-cache");
    }

    private ApiResponse list(ApiRequest ask) {
        Job job = JobRoutes.job(ask, jobs);
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        for (JobResult.StoredFile file : files.all(job)) {
            items.addObject()
                    .put("name", file.name())
                    .put("bytes", file.bytes())
                    .put("sha256", file.sha256());
        }
        return ApiResponse.json(200, page);
    }

    private ApiResponse file(ApiRequest ask) throws IOException {
        String name = ask.query("name", 200);
        if (name.isEmpty()) {
            throw Problem.badRequest("name is missing.");
        }
        Job job = JobRoutes.job(ask, jobs);
        JobResult.StoredFile file =
                files.find(job, name).orElseThrow(() -> Problem.notFound("File not found."));
        String plain = file.name().replaceAll("[^A-Za-z0-9._-]", "_");
        return stored(file, "application/octet-stream", ask.header("If-None-Match"))
                .with("Content-Disposition", "attachment; filename=\"" + plain + "\"");
    }

    private ApiResponse compare(ApiRequest ask) throws IOException, InterruptedException {
        Job before = done(JobRoutes.job(ask.query("before", 26), ask, jobs));
        Job after = done(JobRoutes.job(ask.query("after", 26), ask, jobs));
        return comparing.take(() -> ApiResponse.json(200, compared(before, after)));
    }

    private ObjectNode compared(Job before, Job after) throws IOException {
        var house = new Assessment();
        var diff = new CaseDiff(judged(before, house), judged(after, house));
        ObjectNode node =
                Json.object()
                        .put("before", before.id())
                        .put("after", after.id())
                        .put("grew", diff.grew());
        ArrayNode changes = node.putArray("changes");
        diff.changes()
                .forEach(
                        c ->
                                changes.addObject()
                                        .put("sign", String.valueOf(c.sign()))
                                        .put("kind", c.kind())
                                        .put("what", c.what()));
        return node;
    }

    private Report judged(Job job, Assessment house) throws IOException {
        JobResult.StoredFile file =
                files.find(job, "evidence.jsonl")
                        .orElseThrow(() -> Problem.notFound("The evidence of a case was deleted."));
        try (Reader lines = new InputStreamReader(files.open(file).in(), StandardCharsets.UTF_8)) {
            Evidence evidence = EvidenceFormat.read(lines);
            return Report.of(evidence, house.judge(evidence), house.rules());
        }
    }

    private static String type(Form form) {
        return switch (form) {
            case JSON, NAVIGATOR -> "application/json";
            case HTML -> "text/html; charset=utf-8";
            case MD -> "text/markdown; charset=utf-8";
            case SARIF -> "application/sarif+json";
            case JUNIT -> "application/xml";
            case CSV -> "text/csv; charset=utf-8";
            case STIX -> "application/stix+json";
            case ECS, OCSF -> "application/x-ndjson";
            case CEF -> "text/plain; charset=utf-8";
        };
    }

    private static String extension(Form form) {
        return form.file().substring(form.file().lastIndexOf('.') + 1);
    }
}
