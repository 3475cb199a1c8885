package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The API of a service as a user has it, by curl. */
final class CurlClient {

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Path folder;
    private final int port;

    CurlClient(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** Uploads a sample as a user does, and gives the source to assess. */
    String upload(String sample) throws IOException, InterruptedException {
        Path archive = folder.resolve(sample + ".tgz");
        ProgramRun.ran(
                folder,
                Map.of(),
                List.of(
                        "tar",
                        "-C",
                        "samples/" + sample,
                        "--exclude=expect.yaml",
                        "-czhf",
                        archive.toString(),
                        "."));
        return curl(
                        "uploads?name=" + sample,
                        "-H",
                        "Content-Type: application/gzip",
                        "--data-binary",
                        "@" + archive)
                .path("source")
                .stringValue("");
    }

    String submit(String source, String profile) throws IOException, InterruptedException {
        JsonNode answer =
                curl(
                        "assess",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        Json.text(Json.object().put("source", source).put("profile", profile)));
        String id = answer.path("id").stringValue("");
        if (id.isEmpty()) {
            throw new AssertionError(answer.toString());
        }
        return id;
    }

    JsonNode curl(String path, String... more) throws IOException, InterruptedException {
        String said = raw(path, more);
        return said.isEmpty() ? Json.object() : Json.read(said);
    }

    private String raw(String path, String... more) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60"));
        words.addAll(List.of(more));
        words.add("http://127.0.0.1:%d/api/v1/%s".formatted(port, path));
        Process process = new ProcessBuilder(words).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String complaint =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(complaint);
        }
        return said;
    }

    /** The job when it is over. */
    JsonNode over(String id) throws IOException, InterruptedException {
        Patience.await(
                () -> List.of("DONE", "FAILED", "REFUSED", "CANCELLED").contains(state(id)),
                PATIENCE);
        return curl("jobs/" + id);
    }

    String state(String id) throws IOException, InterruptedException {
        return curl("jobs/" + id).path("state").stringValue("");
    }

    /** How often it was told that the job is over. */
    long ends(String id) throws IOException, InterruptedException {
        return raw("jobs/" + id + "/events").lines().filter("event: end"::equals).count();
    }

    JudgedReport report(String id) throws IOException, InterruptedException {
        return JudgedReport.of(curl("jobs/" + id + "/report?format=json"));
    }

    /** How each phase ended and what was not seen. */
    String coverage(String id) throws IOException, InterruptedException {
        return curl("jobs/" + id + "/report?format=json").path("coverage").toString();
    }

    /** One of the files of a case. */
    String file(String id, String name) throws IOException, InterruptedException {
        return raw("jobs/" + id + "/file?name=" + name);
    }
}
