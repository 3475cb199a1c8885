package io.mcpsf.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** What is sent from the dashboard: jobs, folders, decisions, keys. */
@Tag("peers")
final class DashboardFormsTest {

    private static Page page;

    @BeforeAll
    static void start() throws Exception {
        page = new Page();
    }

    @AfterAll
    static void stop() {
        page.close();
    }

    @Test
    void aFolderIsPackedAndSubmitted() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/", "Assess a server");
            page.press("Local folder");
            Uploads.choose(page, "input[name=folder]", Path.of("samples/calculator"));
            page.press("Start assessment");
            page.await("location.hash.startsWith('#/jobs/')");

            assertThat(service.changes()).hasSize(2);
            assertThat(service.changes().getFirst()).startsWith("POST /uploads");
            assertThat(service.changes().getLast())
                    .startsWith("POST /assess")
                    .contains("upload:01upload", "balanced", "calculator");
            page.saysNothingStrange(service.address());
        }
    }

    @Test
    void aFolderMayBeDropped() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/", "Assess a server");
            Uploads.drop(page, "main form", Path.of("samples/calculator"));
            page.await(
                    "document.querySelector('main form').innerText.includes('calculator, 4"
                            + " files')");
            page.press("Start assessment");
            page.await("location.hash.startsWith('#/jobs/')");

            assertThat(service.changes().getLast()).contains("upload:01upload");
        }
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/", "Assess a server");
            page.press("Start assessment");
            page.await(
                    "document.querySelector('.failure')?.innerText.startsWith('Enter a package')");
            page.press("Local folder");
            page.press("Start assessment");
            page.await(
                    "document.querySelector('.failure')?.innerText.startsWith('Choose a folder')");
            assertThat(service.changes()).isEmpty();
        }
    }

    @Test
    void whatNeedsApprovalIsSaidBeforeItIsSubmitted() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/", "Assess a server");
            assertThat(page.text("main form")).doesNotContain("needs approval");

            page.press("aggressive");
            page.type("textarea[name=allowNet]", "api.example.com");
            page.await("document.querySelector('.note').innerText.includes('aggressive')");

            assertThat(page.text(".note")).contains("real hosts are contacted", "Approvals");
            page.press("balanced");
            page.type("textarea[name=allowNet]", "");
            page.type("input[name=source]", "https://mcp.example.com/mcp");
            assertThat(page.text(".note")).contains("a remote server");
            page.open(service.address());
            page.go("#/", "Assess a server");
            page.type("input[name=source]", "https://mcp.example.com/mcp");
            assertThat(
                            page.value("document.querySelector('[name=profile]:checked').value")
                                    .asString())
                    .as("a server that others use is asked gently")
                    .isEqualTo("safe");
        }
    }

    @Test
    void anApprovalIsDecidedWithItsNote() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/approvals", "Approvals");
            page.type("input[name=note]", "looked at it");
            page.press("Approve");
            page.await("document.querySelector('#toast').innerText.includes('Approved')");

            assertThat(service.changes())
                    .containsExactly(
                            "POST /jobs/%s/approval {\"decision\":\"approved\",\"note\":\"looked at it\"}"
                                    .formatted(Canned.WAITING));
        }
    }

    @Test
    void aQuestionOfASessionIsAnswered() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/approvals", "Approvals");
            page.press("Allow this once");
            page.await("document.querySelector('#toast').innerText.includes('Allowed')");

            assertThat(service.changes())
                    .containsExactly(
                            "POST /approvals/%s {\"decision\":\"approved\"}"
                                    .formatted(CannedFigures.QUESTION));
        }
    }

    @Test
    void theFirstKeyIsShownOnceAndTakenAlong() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/settings", "Settings");
            page.press("Create an API key");
            page.type("input[name=name]", "Ada");
            page.press("Create key");
            page.await("document.querySelector('dialog .secret')?.innerText === 'mcpsf_test'");
            page.press("I have stored it");
            page.await("document.querySelector('#who').innerText.includes('Ada')");

            assertThat(
                            page.value("document.documentElement.innerHTML.includes('mcpsf_test')")
                                    .asBoolean())
                    .isFalse();
            assertThat(
                            page.value(
                                            "JSON.stringify([{...localStorage},"
                                                    + " {...sessionStorage}, document.cookie])")
                                    .asString())
                    .isEqualTo("[{},{},\"\"]");
            page.press("Sign out");
            page.await("document.querySelector('h1').innerText === 'Sign in'");
        }
    }

    @Test
    void signingInAsksForAKeyThatOpens() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            service.lock();
            page.browser().ask("Network.clearBrowserCookies", Json.object());
            page.open(service.address() + "/#/fleet");
            page.await("document.querySelector('h1')?.innerText === 'Sign in'");
            assertThat(page.value("document.querySelectorAll('nav a').length").asInt()).isZero();

            page.type("input[name=key]", "mcpsf_wrong");
            page.press("Sign in");
            page.await("document.querySelector('.failure')?.innerText.includes('No such key')");
            page.type("input[name=key]", "mcpsf_test");
            page.press("Sign in");
            page.await("document.querySelector('h1')?.innerText === 'Assess a server'");

            assertThat(page.text("#who")).contains("Ada", "admin");
            assertThat(page.browser().requests()).noneMatch(url -> url.contains("mcpsf_"));
        }
    }
}
