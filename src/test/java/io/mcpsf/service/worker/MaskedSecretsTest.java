package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.StandIn;
import io.mcpsf.service.TestService;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.storage.MasterKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What a job was given is in nothing that is kept of it, however the sample repeats it. */
final class MaskedSecretsTest {

    private static final String TOKEN = "ghp_Zq7\"x&9/<fK+2w'Lm";
    private static final String BEARER = "eyJhbGciOi.J9x_y-Zz";
    private static final List<String> NAMES =
            List.of(
                    "evidence.jsonl",
                    "transcript.jsonl",
                    "report.html",
                    "report.md",
                    "traffic.pcapng",
                    "traffic.har",
                    "export/notes.csv");

    @TempDir Path folder;

    @Test
    void aServiceKeepsNoneOfWhatTheSampleEchoes() throws Exception {
        try (TestService service =
                TestService.start(folder, new Echo(), "never", MasterKey.none())) {
            String body =
                    Json.text(
                            Json.object()
                                    .put("source", "npm:x")
                                    .set("env", Json.object().put("GITHUB_TOKEN", TOKEN)));
            var request = (tools.jackson.databind.node.ObjectNode) Json.read(body);
            request.putArray("headers").add("Authorization: Bearer " + BEARER);
            String id = service.submit(Json.text(request), "").path("id").stringValue("");
            JsonNode job = service.await(id, "DONE", "");

            var kept = new ArrayList<String>();
            kept.add(Json.text(job));
            kept.add(service.get("/api/v1/jobs/" + id + "/events", "").body());
            kept.add(service.get("/api/v1/search?q=decoy", "").body());
            for (String name : NAMES) {
                kept.add(service.get("/api/v1/jobs/" + id + "/file?name=" + name, "").body());
            }
            kept.add(service.get("/api/v1/jobs/" + id + "/report", "").body());
            for (String one : kept) {
                for (String form : forms(TOKEN)) {
                    assertThat(one).doesNotContain(form);
                }
                for (String form : forms(BEARER)) {
                    assertThat(one).doesNotContain(form);
                }
            }
            assertThat(kept.get(1)).contains("*GITHUB_TOKEN");
            assertThat(job.path("result").path("verdict").stringValue("")).isEqualTo("MALICIOUS");
        }
    }

    @Test
    void whatWasWholeStaysWholeAndOfItsLength() throws Exception {
        String line =
                Json.text(
                        Json.object()
                                .put("text", "before " + TOKEN + " after")
                                .put("number", 42)
                                .put(
                                        "base64",
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        ("xy" + TOKEN + "z")
                                                                .getBytes(
                                                                        StandardCharsets.UTF_8))));
        Masking masking = masking(Map.of("GITHUB_TOKEN", TOKEN));

        String masked = masking.text(line);

        assertThat(masked).hasSameSizeAs(line);
        JsonNode read = Json.read(masked);
        assertThat(read.path("text").stringValue("")).startsWith("before *GITHUB_TOKEN");
        assertThat(read.path("number").intValue(0)).isEqualTo(42);
        String decoded =
                new String(
                        Base64.getDecoder().decode(read.path("base64").stringValue("")),
                        StandardCharsets.ISO_8859_1);
        assertThat(decoded).contains("GITHUB_TOKEN").doesNotContain(TOKEN.substring(3, 10));
        assertThat(masking.text(line)).as("the same wherever it stands").isEqualTo(masked);
    }

    @Test
    void aSecretOverTheEdgeOfAWindowIsFoundToo() throws Exception {
        Masking masking = masking(Map.of("API_KEY", TOKEN));
        for (int before : new int[] {(1 << 20) - 5, (1 << 20) - 1, 1 << 20, (2 << 20) - 8}) {
            Path file = folder.resolve("f" + before);
            Files.writeString(file, "a".repeat(before) + TOKEN + "b".repeat(100));

            masking.file(file);

            String text = Files.readString(file);
            assertThat(text).hasSize(before + TOKEN.length() + 100).doesNotContain("Zq7");
            assertThat(text.substring(before)).startsWith("*API_KEY").endsWith("b".repeat(100));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NODE_ENV=production",
                "PORT=80808080",
                "BASE_URL=https://api.example/v1",
                "DATA_DIR=/var/lib/data",
                "DB_HOST=db.internal.example",
                "DEBUG=true",
                "PASSWORD=short"
            })
    void whatIsNoSecretIsNotHidden(String variable) {
        String[] parts = variable.split("=", 2);
        String text = "it said " + parts[1] + " twice";

        assertThat(masking(Map.of(parts[0], parts[1])).text(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DATABASE_URL=postgres://me:s3cr3t-pass@db.example/x s3cr3t-pass",
                "PIN_TOKEN=1234567890 1234567890",
                "DB_PASSWORD=correcthorsebattery correcthorsebattery",
                "API_URL=https://hooks.example/?sig=abc123def sig=abc123def"
            })
    void partsAndPlainOnesAreHiddenWhereTheirNameSaysSo(String words) {
        String value = words.substring(words.indexOf('=') + 1, words.lastIndexOf(' '));
        String echoed = words.substring(words.lastIndexOf(' ') + 1);
        Masking masking = masking(Map.of(words.substring(0, words.indexOf('=')), value));

        assertThat(masking.text("it said " + value)).doesNotContain(value);
        if (!words.startsWith("API_URL")) {
            assertThat(masking.text("it said " + echoed)).doesNotContain(echoed);
        }
    }

    private static Masking masking(Map<String, String> env) {
        return Masking.of(
                new JobRequest(
                        "npm:x",
                        "safe",
                        new JobRequest.Start("", List.of()),
                        new JobRequest.Reach(env, List.of(), List.of()),
                        new JobRequest.Manner(0, -1, "", 5)));
    }

    /** Written down by hand, not by the code that is tested. */
    private static List<String> forms(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        String json = Json.text(Json.object().put("k", secret));
        String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        var forms =
                new ArrayList<>(
                        List.of(
                                secret,
                                json.substring(6, json.length() - 2),
                                url,
                                url.replace("+", "%20"),
                                HexFormat.of().formatHex(bytes),
                                HexFormat.of().formatHex(bytes).toUpperCase(Locale.ROOT),
                                secret.replace("&", "&amp;")
                                        .replace("<", "&lt;")
                                        .replace("\"", "&quot;")
                                        .replace("'", "&#39;")));
        for (int i = 0; i < 3; i++) {
            byte[] shifted = ("...".substring(0, i) + secret).getBytes(StandardCharsets.UTF_8);
            String plain = Base64.getEncoder().withoutPadding().encodeToString(shifted);
            String safe = Base64.getUrlEncoder().withoutPadding().encodeToString(shifted);
            forms.add(plain.substring(i + 1, plain.length() - 2));
            forms.add(safe.substring(i + 1, safe.length() - 2));
        }
        return forms;
    }

    /** Repeats what it was given in every way it can, everywhere it can. */
    private static final class Echo implements Runner {

        @Override
        public Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
                throws InterruptedException {
            JobRequest request = taken.request();
            var given = new ArrayList<>(request.reach().env().values());
            request.reach().headers().forEach(h -> given.add(h.substring(h.lastIndexOf(' ') + 1)));
            var all = new ByteArrayOutputStream();
            for (String one : given) {
                for (String form : forms(one)) {
                    String line = Json.text(Json.object().put("v", form)) + "\n" + form + "\n";
                    all.writeBytes(line.getBytes(StandardCharsets.UTF_8));
                }
                for (String around : List.of("", "a", "ab", "abc", "abcd")) {
                    String text = around + one + around;
                    String line =
                            Base64.getEncoder()
                                            .encodeToString(text.getBytes(StandardCharsets.UTF_8))
                                    + "\n";
                    all.writeBytes(line.getBytes(StandardCharsets.UTF_8));
                }
                events.accept(JobEvent.note("it says " + one));
            }
            Outcome outcome = new StandIn().run(taken, source, folder, events);
            try {
                Path home = ((Outcome.Finished) outcome).caseFolder();
                for (String name : NAMES) {
                    Files.write(home.resolve(name), all.toByteArray());
                }
                Path report = home.resolve("report.json");
                var node =
                        (tools.jackson.databind.node.ObjectNode)
                                Json.read(Files.readString(report));
                node.put("summary", "It says " + given);
                ((tools.jackson.databind.node.ObjectNode) node.path("findings").path(0))
                        .put("message", "a decoy and " + given);
                Files.write(report, Json.bytes(node));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return outcome;
        }
    }
}
