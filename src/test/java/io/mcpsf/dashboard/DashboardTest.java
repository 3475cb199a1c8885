package io.mcpsf.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Hostile;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every view in a real browser, against a stand-in that answers as the API document says. */
@Tag("peers")
final class DashboardTest {

    private static final String JOB = "#/jobs/";

    /** What nobody sees but a parser obeys; the same as in the report. */
    private static final String HIDDEN_TEXT =
            "[...document.querySelectorAll('main, title')].map(n => n.textContent).join('')"
                    + ".match(/[\\p{Cf}\\u0000-\\u0008\\u001b\\u0085\\u2028\\u2029]/u)?.[0] ?? ''";

    private static Page page;

    @BeforeAll
    static void start() throws Exception {
        page = new Page();
    }

    @AfterAll
    static void stop() {
        page.close();
    }

    private static Map<String, String> views(String job) {
        var views = new LinkedHashMap<String, String>();
        views.put("#/", "Assess a server");
        views.put("#/jobs", "Jobs");
        views.put("#/search", "Search");
        views.put("#/search?in=indicators", "Search");
        views.put("#/compare", "Compare");
        views.put("#/fleet", "Fleet");
        views.put("#/sessions", "Sessions");
        views.put("#/approvals", "Approvals");
        views.put("#/settings", "Settings");
        views.put("#/audit", "Audit log");
        views.put(JOB + job, "");
        return views;
    }

    @Test
    void everyViewSaysWhatThereIs() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go("#/jobs", "Jobs");
            assertThat(page.text("main table"))
                    .contains("weather-thief 1.0.2", "MALICIOUS", "awaiting approval", "failed");

            page.go("#/search", "Search");
            assertThat(page.text("main table")).contains("Exfiltrates a credential");
            page.go("#/compare", "Compare");
            assertThat(page.text("main"))
                    .contains("The later one has something new", "203.0.113.9", "removed");
            page.go("#/fleet", "Fleet");
            assertThat(page.text("main"))
                    .contains(
                            "Malicious\n14\n", "malicious 14\n", "registry.npmjs.org", "worker-1");
            assertThat(page.value("document.querySelectorAll('.chart .bar').length").asInt())
                    .isGreaterThan(30);
            page.go("#/sessions", "Sessions");
            page.await("document.querySelector('main').innerText.includes('ZeroDivisionError')");
            assertThat(page.text("main")).contains("41.0 MiB", "TIME_EXCEEDED", "12");
            page.go("#/approvals", "Approvals");
            assertThat(page.text("main"))
                    .contains("aggressive test intensity", "api.pusher.invalid");
            page.go("#/audit", "Audit log");
            assertThat(page.text("main")).contains("The hash chain is intact");
            page.go(JOB + Canned.FAILED, "no-such-thing");
            assertThat(page.text("main"))
                    .contains("The registry does not know it", "Check the name");
            page.saysNothingStrange(service.address());
        }
    }

    @Test
    void aServiceWithoutJobsSaysWhatToDo() throws Exception {
        try (var service = new StandIn(Canned.empty())) {
            page.open(service.address());
            for (String view : List.of("jobs", "search", "compare", "fleet")) {
                page.go("#/" + view, view.substring(0, 1).toUpperCase(java.util.Locale.ROOT));
                page.await(
                        "document.querySelector('main .empty a')?.innerText === 'Assess a server'");
            }
            page.go("#/approvals", "Approvals");
            assertThat(page.text("main")).contains("No jobs are waiting for approval");
            page.saysNothingStrange(service.address());
        }
    }

    @Test
    void aDetonationIsWatchedLive() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go(JOB + Canned.RUNNING, "weather-server");

            page.await("document.querySelectorAll('.events .event').length >= 28");
            page.await("document.querySelector('.phases .now b')?.innerText === 'stop'");

            assertThat(page.value("document.querySelectorAll('.phases .done').length").asInt())
                    .isEqualTo(7);
            assertThat(page.text(".tree")).contains("node index.js", "sh -c curl");
            assertThat(page.value("document.querySelectorAll('.tree ul ul code').length").asInt())
                    .as("curl stands below the shell that started it")
                    .isEqualTo(1);
            assertThat(page.text("main")).contains("POST http://203.0.113.9/c", "read decoy");
            assertThat(page.text("main")).contains("running", "live");
            page.await("document.querySelector('main').innerText.includes('events, 28 shown')");
            page.saysNothingStrange(service.address());
        }
    }

    @Test
    void aViewThatWasLeftDoesNotWipeTheNext() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            service.slowOnce();
            page.open(service.address());
            page.go("#/jobs", "Jobs");
            page.await("performance.now() > 1200");

            assertThat(page.text("main")).contains("weather-thief").doesNotContain("Loading");
        }
    }

    @Test
    void aBrokenStreamGoesOnWhereItBroke() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go(JOB + Canned.BROKEN, "unknown");

            page.await("document.querySelectorAll('.events .event').length >= 28");

            assertThat(
                            page.value(
                                            "new Set([...document.querySelectorAll('.event"
                                                    + " .seq')].map(e => e.innerText)).size")
                                    .asInt())
                    .as("none is shown twice")
                    .isEqualTo(28);
            assertThat(page.text("main")).contains("28 events");
        }
    }

    @Test
    void eventsAreWalkedWithTheKeyboard() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go(JOB + Canned.RUNNING, "weather-server");
            page.await("document.querySelectorAll('.events .event').length >= 28");
            String press =
                    "document.querySelector('.events').dispatchEvent("
                            + "new KeyboardEvent('keydown', {key: '%s', bubbles: true}))";

            page.value(press.formatted("Home"));
            page.value(press.formatted("ArrowDown"));
            page.value(press.formatted("Enter"));

            assertThat(page.text("dialog h2")).startsWith("#2 ");
            assertThat(page.value("document.activeElement.innerText").asString())
                    .isEqualTo("Close");
            page.go("#/jobs", "Jobs");
            page.await("!document.querySelector('dialog')");
            assertThat(page.value("document.activeElement.tagName").asString())
                    .as("a new view begins at its heading")
                    .isEqualTo("H1");
        }
    }

    @Test
    void eventsAreChosenByKindAndStayInOrder() throws Exception {
        String numbers =
                "[...document.querySelectorAll('.event .seq')].map(e =>"
                        + " Number(e.innerText.slice(1)))";
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go(JOB + Canned.RUNNING, "weather-server");
            page.await("document.querySelectorAll('.events .event').length >= 28");

            page.type("select[name=group]", "network");
            page.await("document.querySelectorAll('.events .event').length < 10");
            assertThat(page.text(".events")).contains("request sent").doesNotContain("decoy");
            page.type("select[name=group]", "");
            page.await("document.querySelectorAll('.events .event').length >= 28");

            assertThat(
                            page.value(numbers + ".every((n, at, all) => !at || all[at - 1] < n)")
                                    .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void aViewerSeesOnlyWhatAViewerMay() throws Exception {
        try (var service = new StandIn(Canned.usual().as("viewer"))) {
            page.open(service.address());
            page.await("document.querySelector('h1')?.innerText === 'Jobs'");

            assertThat(page.text("#views"))
                    .contains("Jobs", "Fleet")
                    .doesNotContain("Assess", "Approvals", "Audit");
            page.go("#/settings", "Settings");
            assertThat(page.text("main"))
                    .contains("can view jobs")
                    .doesNotContain("Create an API key");
            page.go(JOB + Canned.THIEF, "weather-thief");
            assertThat(page.text(".verdict")).doesNotContain("Delete", "Assess again");
        }
    }

    @Test
    void theReportStandsInARoomOfItsOwn() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            page.open(service.address());
            page.go(JOB + Canned.THIEF, "weather-thief");

            assertThat(page.text("main .verdict")).contains("MALICIOUS");
            assertThat(page.value("document.querySelector('iframe').sandbox.value").asString())
                    .isEqualTo("allow-scripts");
            assertThat(
                            page.value("document.querySelector('iframe').contentDocument === null")
                                    .asBoolean())
                    .as("the page can't reach into the report, nor the report out of it")
                    .isTrue();
            page.press("Downloads");
            page.await("document.querySelectorAll('.formats button').length === 11");
            page.await("document.querySelector('main').innerText.includes('evidence.jsonl')");
            page.press("Activity");
            page.await("document.querySelectorAll('.events .event').length >= 28");
            page.saysNothingStrange(service.address());
        }
    }

    @Test
    void hostileWordsAreOnlyEverText() throws Exception {
        try (var service = new StandIn(Canned.hostile())) {
            page.open(service.address());
            for (var view : views(Canned.HOSTILE).entrySet()) {
                page.go(view.getKey(), view.getValue());
                if (view.getKey().startsWith(JOB)) {
                    page.press("Activity");
                    page.await("document.querySelectorAll('.events .event').length > 40");
                    page.press("Downloads");
                    page.await("document.querySelectorAll('.formats + *, .lines li').length > 0");
                }
                assertThat(page.value("window.pwned === undefined").asBoolean()).isTrue();
                assertThat(
                                page.value(
                                                "document.images.length +"
                                                        + " document.querySelectorAll('main script,"
                                                        + " main svg script').length")
                                        .asInt())
                        .as(view.getKey())
                        .isZero();
                assertThat(links()).as(view.getKey()).allMatch(href -> href.startsWith("#"));
                assertThat(page.value(HIDDEN_TEXT).asString()).as(view.getKey()).isEmpty();
            }
            page.saysNothingStrange(service.address());
        }
    }

    private static Stream<String> links() throws Exception {
        return page.value("[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
                .valueStream()
                .map(JsonNode::asString);
    }

    @Test
    void axeFindsNothingSerious() throws Exception {
        try (var service = new StandIn(Canned.usual())) {
            for (boolean dark : List.of(false, true)) {
                page.browser().window(dark ? 400 : 1280, 900, dark);
                page.open(service.address());
                for (var view : views(Canned.RUNNING).entrySet()) {
                    page.go(view.getKey(), view.getValue());
                    assertThat(page.serious()).as("%s, dark %s", view.getKey(), dark).isEmpty();
                    assertThat(
                                    page.value("document.documentElement.scrollWidth - innerWidth")
                                            .asInt())
                            .as("%s sticks out", view.getKey())
                            .isLessThanOrEqualTo(0);
                }
                page.go(JOB + Canned.THIEF, "weather-thief");
                assertThat(page.serious()).isEmpty();
            }
            page.value("document.querySelector('main').append(document.createElement('button'))");
            assertThat(page.serious()).anyMatch(found -> found.startsWith("button-name"));
        } finally {
            page.browser().window(1280, 900, false);
        }
    }

    @Test
    void theColoursAreThoseOfTheReport() throws IOException {
        assertThat(colours("/dashboard/dashboard.css")).isEqualTo(colours("/report/report.css"));
    }

    private static List<String> colours(String sheet) throws IOException {
        try (InputStream in = DashboardTest.class.getResourceAsStream(sheet)) {
            assertThat(in).isNotNull();
            String css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Matcher found =
                    Pattern.compile("^ +(--[a-z]+: [^;]+);", Pattern.MULTILINE).matcher(css);
            return found.results().map(each -> each.group(1)).limit(34).toList();
        }
    }

    @Test
    void noScriptCanMakeMarkupOutOfWords() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/dashboard"))) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file))
                        .as(file.toString())
                        .doesNotContainPattern(
                                "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|new"
                                    + " Function|DOMParser|javascript:|localStorage|sessionStorage|https?://(?!www\\.w3\\.org/2000/svg|mcp\\.example\\.com)[a-z]")
                        .doesNotContainPattern("<style|style=|<script>| on[a-z]+=\"");
            }
        }
        assertThat(Hostile.ATTACKS).isNotEmpty();
    }
}
