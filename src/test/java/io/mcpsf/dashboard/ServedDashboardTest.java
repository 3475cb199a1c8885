package io.mcpsf.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.report.Hostile;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The dashboard over the real service and real sandboxes, from the folder to the report. */
@Tag("chamber")
final class ServedDashboardTest {

    private static final Duration A_DETONATION = Duration.ofMinutes(3);

    @TempDir static Path data;

    private static Served service;
    private static Page page;

    @BeforeAll
    static void start() throws Exception {
        service = new Served(data.resolve("open"), "--workers", "1");
        page = new Page();
    }

    @AfterAll
    static void stop() throws Exception {
        page.close();
        service.close();
    }

    @Test
    void aFolderIsSubmittedWatchedAndJudgedAsTheCommandLineDoes() throws Exception {
        page.open(service.address());
        String job = submit("samples/thief-env-node", "the folder of a thief");
        page.await("document.querySelector('.phases .now')", A_DETONATION);
        page.await("document.querySelectorAll('.events .event').length > 20", A_DETONATION);
        page.await("document.querySelector('.verdict .stamp')", A_DETONATION);
        // The page becomes the report by itself.
        page.await("document.querySelector('iframe')");

        assertThat(page.text(".verdict")).contains("MALICIOUS", "thief-env-node");
        assertThat(inReport()).contains("MALICIOUS", "203.0.113.66");
        JsonNode served = report(job);
        JsonNode local = commandLine("samples/thief-env-node");
        assertThat(served.path("verdict").asString())
                .isEqualTo(local.path("verdict").asString())
                .isEqualTo("MALICIOUS");
        assertThat(rules(served)).isEqualTo(rules(local)).contains("bait-then-connect");
        page.saysNothingStrange(service.address());
    }

    @Test
    void whatHostileServersSayIsInert() throws Exception {
        page.open(service.address());
        String attack = Hostile.attack(0) + Hostile.attack(7);
        String job = submit("samples/hidden-text", attack);
        page.await("document.querySelector('iframe')", A_DETONATION);

        for (String view :
                List.of(
                        "",
                        "jobs",
                        "search",
                        "search?in=indicators",
                        "fleet",
                        "audit",
                        "compare",
                        "jobs/" + job)) {
            page.go("#/" + view, "");
            assertThat(page.value("window.pwned === undefined").asBoolean()).isTrue();
            assertThat(page.value("document.images.length").asInt()).isZero();
            assertThat(
                            page.value(
                                            "[...document.querySelectorAll('a')].every(a =>"
                                                    + " a.getAttribute('href').startsWith('#'))")
                                    .asBoolean())
                    .as(view)
                    .isTrue();
        }
        assertThat(page.serious()).isEmpty();
        page.press("Activity");
        page.await("document.querySelectorAll('.events .event').length > 5");
        assertThat(page.value("window.pwned === undefined").asBoolean()).isTrue();
        page.saysNothingStrange(service.address());
    }

    @Test
    void theFirstKeyClosesTheDoorBehindItsOwner() throws Exception {
        try (var other = new Served(data.resolve("keys"), "--workers", "0")) {
            page.open(other.address());
            page.go("#/settings", "Settings");
            page.press("Create an API key");
            page.type("input[name=name]", "Ada");
            page.press("Create key");
            page.await("document.querySelector('dialog .secret')");
            String key = page.text("dialog .secret");
            page.press("I have stored it");
            page.await("document.querySelector('#who').innerText.includes('Ada')");

            assertThat(key).startsWith("mcpsf_");
            assertThat(
                            page.value(
                                            "document.cookie + JSON.stringify([{...localStorage},"
                                                    + " {...sessionStorage}])")
                                    .asString())
                    .isEqualTo("[{},{}]");
            page.press("Sign out");
            page.await("document.querySelector('h1').innerText === 'Sign in'");
            assertThat(page.value("fetch('/api/v1/jobs').then(a => a.status)").asInt())
                    .isEqualTo(401);
            page.type("input[name=key]", key);
            page.press("Sign in");
            page.await("document.querySelector('h1').innerText === 'Assess a server'");
            assertThat(page.value("fetch('/api/v1/jobs').then(a => a.status)").asInt())
                    .isEqualTo(200);
            page.go("#/audit", "Audit log");
            assertThat(page.text("main")).contains("The hash chain is intact", "createKey");
            assertThat(page.browser().requests()).noneMatch(url -> url.contains(key));
        }
    }

    /** Submits a folder for a quick look and gives the id of the job. */
    private static String submit(String folder, String label) throws Exception {
        page.go("#/", "Assess a server");
        page.press("Local folder");
        Uploads.choose(page, "input[name=folder]", Path.of(folder));
        page.press("safe");
        page.type("input[name=label]", label);
        page.press("Start assessment");
        page.await("location.hash.startsWith('#/jobs/')");
        return page.value("location.hash.slice(7)").asString();
    }

    private static String inReport() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String text = "";
        while (!text.contains("All events")) {
            assertThat(System.nanoTime()).as("the report is not shown: %s", text).isLessThan(end);
            text = page.browser().inFrame("/report", "document.body?.innerText ?? ''").asString("");
        }
        return text;
    }

    private static JsonNode report(String job) throws Exception {
        return Json.read(
                page.value("fetch('/api/v1/jobs/%s/report').then(a => a.text())".formatted(job))
                        .asString());
    }

    private static JsonNode commandLine(String folder) throws Exception {
        Path out = Files.createTempFile(data, "report", ".json");
        Process process =
                new ProcessBuilder(
                                Served.command(
                                        List.of(
                                                "assess",
                                                folder,
                                                "--profile",
                                                "safe",
                                                "--format",
                                                "json",
                                                "--output",
                                                data.resolve("cases").toString())))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .redirectOutput(out.toFile())
                        .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return Json.read(Files.readString(out));
    }

    private static List<String> rules(JsonNode report) {
        Stream<JsonNode> findings = report.path("findings").valueStream();
        return findings.map(found -> found.path("rule").asString()).distinct().sorted().toList();
    }
}
