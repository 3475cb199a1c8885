package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.unpack.RefusedArchiveException;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.JobRequests;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.job.Jobs.Submitted;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.job.SourcePolicy.Ruling;
import io.mcpsf.service.job.Uploads;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.Ids;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What comes in: assessments and uploads. */
final class SubmitRoutes {

    /** Each is a file that grows; a sender may be slow, so there are more of them. */
    private static final int ARRIVALS_AT_ONCE = 32;

    private static final int ARRIVALS_OF_A_KEY = 8;

    /** Each is unpacked once on trial, which takes disk and processor. */
    private static final int TRIALS_AT_ONCE = 4;

    private final Jobs jobs;
    private final Uploads uploads;
    private final Keys keys;
    private final SourcePolicy policy;
    private final Rules rules;
    private final Places arrivals =
            new Places("uploads", ARRIVALS_AT_ONCE, ARRIVALS_OF_A_KEY, new AtomicInteger());
    private final ConcurrencyLimit trials =
            new ConcurrencyLimit("The upload", TRIALS_AT_ONCE, Duration.ofSeconds(30));

    /**
     * The operator's own: when a person is asked first, and how large an upload may be. And what
     * detectors there are.
     */
    record Rules(String approval, long uploadBytes, Path scratch, Set<String> detectors) {}

    SubmitRoutes(Jobs jobs, Uploads uploads, Keys keys, SourcePolicy policy, Rules rules) {
        this.jobs = jobs;
        this.uploads = uploads;
        this.keys = keys;
        this.policy = policy;
        this.rules = rules;
    }

    List<Route> routes() {
        return List.of(
                Route.of("assess", "POST /api/v1/assess", Role.SUBMITTER, this::assess),
                Route.of("upload", "POST /api/v1/uploads", Role.SUBMITTER, this::upload));
    }

    private ApiResponse assess(ApiRequest ask) {
        String again = idempotencyKey(ask);
        JobRequest read = JobRequests.read(ask.json());
        known(read.manner().detectors());
        boolean live = allowed(read.source(), ask);
        JobRequest request = JobRequests.settled(read, live);
        if (!policy.mayReach(request.reach().allowNet())) {
            throw Problem.of(
                    422, "source-not-allowed", "allowNet contains a host that is not public.");
        }
        List<String> reasons =
                switch (rules.approval()) {
                    case "never" -> List.of();
                    case "always" -> List.of("every job needs approval");
                    default -> policy.risks(request, live);
                };
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

    /** A misspelt detector would leave out what somebody relies on. */
    private void known(List<String> detectors) {
        List<String> unknown =
                detectors.stream().filter(word -> !rules.detectors().contains(word)).toList();
        if (!unknown.isEmpty()) {
            throw Problem.of(
                    422,
                    "unknown-detector",
                    "There is no rule or family of rules named %s.".formatted(unknown.getFirst()));
        }
    }

    private ApiResponse accepted(Job job) {
        return ApiResponse.json(202, JobJson.of(job, keys.nameOf(job.keyId()), jobs.phase(job)))
                .with("Location", "/api/v1/jobs/" + job.id())
                .with("ETag", JobJson.tag(job));
    }

    /** Whether it is a live server; throws when it is nothing for us. */
    private boolean allowed(String source, ApiRequest ask) {
        if (source.startsWith(Uploads.PREFIX)) {
            String id = source.substring(Uploads.PREFIX.length());
            boolean there =
                    Ids.isId(id)
                            && uploads.find(id)
                                    .filter(
                                            u ->
                                                    u.owner().keyId().equals(ask.who().keyId())
                                                            || rules(ask, u.owner().team()))
                                    .isPresent();
            if (!there) {
                throw Problem.of(422, "bad-source", "Upload not found.");
            }
            return false;
        }
        return switch (policy.check(source)) {
            case Ruling.Fine(boolean live) -> live;
            case Ruling.Bad(String why) -> throw Problem.of(422, "bad-source", why);
            case Ruling.Forbidden(String why) ->
                    throw Problem.of(422, "source-not-allowed", why + ".");
        };
    }

    private static boolean rules(ApiRequest ask, String team) {
        return ask.who().role().reaches(Role.ADMIN) && ask.who().sees(team);
    }

    private ApiResponse upload(ApiRequest ask) throws IOException, InterruptedException {
        ask.need("application/gzip", "application/x-gzip", "application/x-tar", "application/zip");
        String name = ask.asked("name") ? ask.query("name", 64) : "server";
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw Problem.badRequest(
                    "name may contain letters, digits, dots, dashes and underscores.");
        }
        String again = idempotencyKey(ask);
        try (var scratch = Scratch.in(rules.scratch())) {
            Path file = scratch.path().resolve("upload");
            String sha256 = received(ask, file);
            Uploads.Kept kept =
                    trials.take(() -> uploads.keep(file, name, sha256, ask.who(), again));
            ApiResponse reply = ApiResponse.json(201, node(kept.upload()));
            return kept.again() ? reply.with("Idempotent-Replayed", "true") : reply;
        } catch (RefusedArchiveException e) {
            throw Problem.of(422, "bad-archive", "The archive: " + e.getMessage() + ".");
        } catch (Uploads.MismatchException e) {
            throw Problem.of(422, "idempotency-mismatch", String.valueOf(e.getMessage()));
        }
    }

    /** The digest of the body, which is now in the file. Whoever sends slowly keeps nobody else. */
    private String received(ApiRequest ask, Path file) throws IOException {
        MessageDigest digest = Digests.fresh();
        try (var _ = arrivals.take(ask.who());
                OutputStream out =
                        new DigestOutputStream(
                                new BufferedOutputStream(Files.newOutputStream(file)), digest)) {
            ask.copy(out, rules.uploadBytes());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static tools.jackson.databind.node.ObjectNode node(Uploads.Upload upload) {
        return Json.object()
                .put("id", upload.id())
                .put("source", upload.source())
                .put("name", upload.name())
                .put("bytes", upload.content().bytes())
                .put("sha256", upload.content().sha256())
                .put("entries", upload.content().entries())
                .put("expires", JobJson.time(upload.expires()));
    }

    static String idempotencyKey(ApiRequest ask) {
        String key = ask.header("Idempotency-Key");
        if (!key.matches("[\\x21-\\x7e]{0,100}")) {
            throw Problem.badRequest("Idempotency-Key may have at most 100 ASCII characters.");
        }
        return key;
    }
}
