package io.mcpsf.service.client;

import io.mcpsf.json.Json;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.Tarball;
import io.mcpsf.run.request.Progress;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Function;

/**
 * Has an assessment done by a service: sends the folder, follows what happens, and brings the whole
 * case home, so that everything after that is as if it had been done here.
 */
public final class Cloud {

    private static final int MOST_FILES = 1_000;
    private static final long MOST_BYTES = 4L << 30;

    private final CloudHttp http;

    public Cloud(URI base, String key, WebRoute web) {
        this.http = new CloudHttp(base, key, web);
    }

    /** Sends a folder or an archive, and gives the source that it is known by there. */
    public String upload(Path path) throws InterruptedException {
        String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
        String plain =
                name.replaceAll("\\.(tgz|tar\\.gz|tar|zip|mcpb|dxt|whl)$", "")
                        .replaceAll("[^A-Za-z0-9._-]", "-")
                        .replaceFirst("^[^A-Za-z0-9]+", "");
        String query =
                plain.isEmpty() ? "" : "?name=" + plain.substring(0, Math.min(64, plain.length()));
        try {
            if (Files.isRegularFile(path)) {
                String type =
                        name.matches(".*\\.(zip|whl|mcpb|dxt)")
                                ? "application/zip"
                                : "application/gzip";
                return sent(path, name.endsWith(".tar") ? "application/x-tar" : type, query);
            }
            Scratch.sweep();
            try (var scratch = Scratch.make()) {
                Path packed = scratch.path().resolve("upload.tar.gz");
                Tarball.withoutHistory(path, packed);
                return sent(packed, "application/gzip", query);
            }
        } catch (IOException e) {
            throw new CloudException(
                    "cannot send " + path,
                    String.valueOf(e.getMessage()),
                    "check that it is readable");
        }
    }

    private String sent(Path file, String type, String query)
            throws IOException, InterruptedException {
        JsonNode upload =
                http.post("/api/v1/uploads" + query, type, BodyPublishers.ofFile(file), again());
        return upload.path("source").stringValue("");
    }

    /** Submits a request, which is the body of {@code POST /api/v1/assess}; gives the job's id. */
    public String submit(ObjectNode request) throws InterruptedException {
        JsonNode job =
                http.post(
                        "/api/v1/assess",
                        "application/json",
                        BodyPublishers.ofByteArray(Json.bytes(request)),
                        again());
        String id = job.path("id").stringValue("");
        if (!id.matches("[0-9a-z]{26}")) {
            throw new CloudException(
                    "the service did not return a job", "", "check that it is an mcpsf service");
        }
        return id;
    }

    /** Follows a job to its end. */
    public void follow(String id, Progress progress) throws InterruptedException {
        new Following(http, id, progress).toTheEnd();
        JsonNode job = http.get("/api/v1/jobs/" + id);
        String state = job.path("state").stringValue("");
        if (!state.equals("DONE")) {
            JsonNode failure = job.path("failure");
            throw new CloudException(
                    failure.isMissingNode()
                            ? "the job is " + Printable.line(state, 40)
                            : Printable.line(failure.path("what").stringValue(""), 400),
                    Printable.line(
                            failure.path("why")
                                    .stringValue(job.path("approval").path("note").stringValue("")),
                            400),
                    Printable.line(failure.path("next").stringValue("ask the approver"), 400));
        }
    }

    /** Asks for an end; for when somebody presses Ctrl-C. */
    public void cancel(String id) throws InterruptedException {
        http.post("/api/v1/jobs/" + id + "/cancel", "", BodyPublishers.noBody(), "");
    }

    /** Brings all files of a finished job into a folder that is made for the name of its case. */
    public Path fetch(String id, Function<String, Path> folderFor) throws InterruptedException {
        String name = http.get("/api/v1/jobs/" + id).path("result").path("case").stringValue("");
        Path folder = folderFor.apply(name);
        JsonNode files = http.get("/api/v1/jobs/" + id + "/files").path("items");
        long total = 0;
        int count = 0;
        for (JsonNode file : files) {
            String path = file.path("name").stringValue("");
            total += file.path("bytes").longValue(0);
            // The service is not ours: what it calls a file stays below the folder.
            if (!path.matches("([A-Za-z0-9_-]+/)?[A-Za-z0-9][A-Za-z0-9._-]{0,100}")
                    || ++count > MOST_FILES
                    || total > MOST_BYTES) {
                throw new CloudException("cannot use the case from the service", path, "");
            }
            Path there = folder.resolve(path);
            try (InputStream in =
                    http.open(
                            "/api/v1/jobs/"
                                    + id
                                    + "/file?name="
                                    + URLEncoder.encode(path, StandardCharsets.UTF_8))) {
                Files.createDirectories(there.getParent());
                Files.copy(in, there);
            } catch (IOException e) {
                throw new CloudException(
                        "cannot fetch " + path, String.valueOf(e.getMessage()), "try again");
            }
        }
        return folder;
    }

    private static String again() {
        return UUID.randomUUID().toString();
    }
}
