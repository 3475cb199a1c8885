package io.mcpsf.service.worker;

import io.mcpsf.json.Json;
import io.mcpsf.model.Severity;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobResult;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Digests;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Brings the files of a case to where they are kept, and reads from its report what is indexed. */
final class Shipment {

    private static final int MOST_FILES = 500;
    private static final long MOST_BYTES = 4L << 30;
    private static final int MOST_INDEXED = 2_000;
    private static final int LONGEST = 2_000;

    private final Blobs blobs;
    private final Masking masking;

    Shipment(Blobs blobs, Masking masking) {
        this.blobs = blobs;
        this.masking = masking;
    }

    JobResult ship(Job job, Path caseFolder) throws IOException {
        // The verdict is read first: no secret, whatever its words, can hide it.
        JsonNode report;
        try (InputStream in = Files.newInputStream(caseFolder.resolve("report.json"))) {
            report = Json.read(in);
        }
        var files = new ArrayList<JobResult.StoredFile>();
        long total = 0;
        for (Path file : files(caseFolder)) {
            long bytes = Files.size(file);
            total += bytes;
            if (files.size() >= MOST_FILES || total > MOST_BYTES) {
                throw new IOException("the case is larger than any case should be");
            }
            masking.file(file);
            String blob = Erasure.blobs(job) + "/" + files.size();
            blobs.put(blob, file);
            String name = caseFolder.relativize(file).toString();
            files.add(new JobResult.StoredFile(name, blob, bytes, digest(file)));
        }
        return new JobResult(
                summary(report),
                findings(report),
                IndicatorTable.read(caseFolder.resolve("export/indicators.csv"), MOST_INDEXED),
                files);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder, 3)) {
            return all.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .filter(f -> !f.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private JobResult.Summary summary(JsonNode report) {
        JsonNode target = report.path("target");
        var severities = new TreeMap<String, Integer>();
        for (JsonNode finding : report.path("findings")) {
            severities.merge(finding.path("severity").stringValue(""), 1, Integer::sum);
        }
        String verdict = report.path("verdict").stringValue("");
        int score = report.path("risk").path("score").intValue(0);
        String name = cut(target.path("name").stringValue(""));
        String kind = cut(target.path("kind").stringValue(""));
        ObjectNode json =
                Json.object()
                        .put("verdict", verdict)
                        .put("score", score)
                        .put("summary", cut(report.path("summary").stringValue("")))
                        .put("case", cut(report.path("case").stringValue("")))
                        .put("durationMs", report.path("durationMs").longValue(0));
        json.putObject("target")
                .put("kind", kind)
                .put("name", name)
                .put("version", cut(target.path("version").stringValue("")))
                .put("sha256", target.path("sha256").stringValue(""));
        ObjectNode counts = json.putObject("findings");
        severities.forEach(counts::put);
        return new JobResult.Summary(verdict, score, name, kind, Json.text(json));
    }

    private List<JobResult.Found> findings(JsonNode report) {
        var found = new ArrayList<JobResult.Found>();
        for (JsonNode f : report.path("findings")) {
            if (found.size() >= MOST_INDEXED) {
                break;
            }
            found.add(
                    new JobResult.Found(
                            f.path("id").stringValue(""),
                            f.path("rule").stringValue(""),
                            cut(f.path("title").stringValue("")),
                            Severity.valueOf(f.path("severity").stringValue("INFO")).ordinal(),
                            cut(f.path("message").stringValue("")),
                            cut(f.path("tool").stringValue("")).replace("\n", " ")
                                    + "\n"
                                    + f.path("phase").stringValue("")));
        }
        return found;
    }

    private String cut(String hostile) {
        String masked = masking.text(hostile);
        return masked.length() <= LONGEST ? masked : masked.substring(0, LONGEST);
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest = Digests.fresh();
        try (InputStream in = Files.newInputStream(file)) {
            var buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
