package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.Json;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.worker.Runner.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The way between a pod and its dispatcher, both for real, without a cluster. */
final class HandBackTest {

    @TempDir Path folder;

    private final List<JobEvent> told = new CopyOnWriteArrayList<>();
    private HandBack handBack;

    @BeforeEach
    void listen() {
        var ids = new Ids(InstantSource.system(), new SecureRandom());
        handBack = new HandBack("127.0.0.1", 0, ids).start();
    }

    @AfterEach
    void close() {
        handBack.close();
    }

    private static JobRequest request() {
        return new JobRequest(
                "npm:x",
                "safe",
                new JobRequest.Start("node x.js", List.of("--a")),
                new JobRequest.Reach(
                        Map.of("GITHUB_TOKEN", "secret"), List.of("a.example"), List.of("X: y")),
                new JobRequest.Manner(60, 7, "label", 5));
    }

    private HandBack.Opened open(String source) {
        return handBack.open(new HandBackSession(request(), source, folder, told::add));
    }

    static Map<String, String> env(PodOrder.Call call) {
        return Map.of(
                "MCPSF_HANDBACK", call.address(),
                "MCPSF_HANDBACK_CERT", call.certificate(),
                "MCPSF_HANDBACK_TOKEN", call.token());
    }

    private static Path caseIn(Path folder) {
        try {
            Path home = Files.createDirectories(folder.resolve("out/case"));
            Files.createDirectories(home.resolve("export"));
            Files.writeString(home.resolve("evidence.jsonl"), "{\"kind\":\"Case\"}\n");
            Files.writeString(home.resolve("report.json"), "{\"verdict\":\"MALICIOUS\"}");
            Files.writeString(home.resolve("export/indicators.csv"), "type,value\r\n");
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aPodTakesItsRequestAndHandsItsCaseBack() throws Exception {
        Files.createDirectories(folder.resolve("upload/server/src"));
        Files.writeString(folder.resolve("upload/server/src/main.js"), "run()");
        var seen = new HashMap<String, Object>();
        Outcome outcome;
        try (HandBack.Opened opened = open("./server")) {
            new PodJob(
                            (request, source, work, events) -> {
                                seen.put("request", request);
                                seen.put("file", read(work.resolve("upload/server/src/main.js")));
                                events.accept(JobEvent.note("hello"));
                                return new Outcome.Finished(caseIn(work));
                            })
                    .run(env(opened.call()));
            outcome = opened.session().outcome(0).orElseThrow();
        }

        assertThat(seen).containsEntry("request", request()).containsEntry("file", "run()");
        assertThat(told).extracting(JobEvent::kind).containsExactly("note");
        Path home = ((Outcome.Finished) outcome).caseFolder();
        assertThat(home.resolve("evidence.jsonl")).hasContent("{\"kind\":\"Case\"}");
        // What is concluded from it, the dispatcher concludes.
        assertThat(home.resolve("report.json")).doesNotExist();
        assertThat(home.resolve("export")).doesNotExist();
        assertThat(folder.resolve("evidence.part")).hasContent("{\"kind\":\"Case\"}");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTokenIsGoodOnceAndAPassOnlyUntilTheEnd() throws Exception {
        HandBack.Opened opened = open("npm:x");
        try (var first = new PodClient(env(opened.call()));
                var second = new PodClient(env(opened.call()))) {
            first.redeem();

            assertThatThrownBy(second::redeem).hasMessageContaining("401");
            // The token itself never opens what only the pass does.
            assertThatThrownBy(() -> second.events("{}")).hasMessageContaining("401");
            first.events("{\"kind\":\"note\",\"note\":{\"text\":\"a\"}}");
            opened.close();
            assertThatThrownBy(() -> first.events("{}")).hasMessageContaining("401");
        }
    }

    @Test
    void aPassOpensNoOtherJob() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        var theirs = new HandBackSession(request(), "npm:y", other, told::add);
        try (HandBack.Opened opened = open("npm:x");
                HandBack.Opened neighbour = handBack.open(theirs);
                var client = new PodClient(env(opened.call()))) {
            client.redeem();
            client.end(Json.object().put("outcome", "crashed").put("why", "mine"));

            assertThat(opened.session().outcome(0)).contains(new Outcome.Crashed("mine"));
            assertThat(neighbour.session().outcome(0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "/etc/passwd",
                "a/../../x",
                "a/b/c/d",
                ".hidden",
                "a//b",
                "",
                "a\\..\\b\n"
            })
    void aCaseHasNoFilesOutsideOfItsFolder(String name) throws Exception {
        Path file = Files.writeString(folder.resolve("bytes"), "x");
        try (HandBack.Opened opened = open("npm:x");
                var client = new PodClient(env(opened.call()))) {
            client.redeem();

            assertThatThrownBy(() -> client.file(name, file)).hasMessageContaining("409");
        }
        assertThat(folder.resolve("handed")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.json", "report.html", "report.pdf", "export/x", "profile/x"})
    void noReportOfAPodIsTaken(String name) throws Exception {
        Path file = Files.writeString(folder.resolve("bytes"), "<script>");
        try (HandBack.Opened opened = open("npm:x");
                var client = new PodClient(env(opened.call()))) {
            client.redeem();

            assertThatThrownBy(() -> client.file(name, file)).hasMessageContaining("409");
        }
        assertThat(folder.resolve("handed")).doesNotExist();
    }

    @Test
    void onlyTheFirstWordAboutTheEndCounts() throws Exception {
        try (HandBack.Opened opened = open("npm:x");
                var client = new PodClient(env(opened.call()))) {
            client.redeem();
            client.end(Json.object().put("outcome", "refused").put("what", "first"));
            client.end(Json.object().put("outcome", "crashed").put("why", "second"));

            assertThat(opened.session().outcome(0)).contains(new Outcome.Refused("first", "", ""));
        }
    }

    @Test
    void whoClaimsToBeFinishedWithoutEvidenceHasCrashed() throws Exception {
        try (HandBack.Opened opened = open("npm:x");
                var client = new PodClient(env(opened.call()))) {
            client.redeem();
            client.end(Json.object().put("outcome", "finished"));

            assertThat(opened.session().outcome(0))
                    .contains(new Outcome.Crashed("its pod returned no evidence"));
        }
    }

    @Test
    void aPodBelievesOnlyTheCertificateOfItsOwnDispatcher() throws Exception {
        var stranger = DispatcherCertificate.of("127.0.0.1");
        try (HandBack.Opened opened = open("npm:x")) {
            var call =
                    new PodOrder.Call(
                            opened.call().address(), stranger.base64(), opened.call().token());
            try (var client = new PodClient(env(call))) {
                assertThatThrownBy(client::redeem).isInstanceOf(javax.net.ssl.SSLException.class);
            }
        }
    }
}
