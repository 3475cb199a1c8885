package io.mcpsf.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.Borrowed;
import io.mcpsf.report.Cases;
import io.mcpsf.report.EarlierVersion;
import io.mcpsf.report.Hostile;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.Form;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The page in a real browser. */
@Tag("peers")
final class HtmlReportTest {

    @TempDir static Path folder;

    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser();
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @Test
    void aHostileCaseIsInert() throws Exception {
        browser.open(page("hostile", Hostile.report()));

        assertThat(browser.value("window.pwned === undefined").asBoolean()).isTrue();
        assertThat(browser.value("document.images.length").asInt()).isZero();
        assertThat(browser.value("document.scripts.length").asInt()).isEqualTo(3);
        assertThat(
                        browser.value("[...document.links].map(a => a.getAttribute('href'))")
                                .valueStream()
                                .map(JsonNode::asString))
                .isNotEmpty()
                .allMatch(href -> href.startsWith("#"));
        assertThat(browser.value(HIDDEN_TEXT).asString()).isEmpty();
        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void everyHostileEventOpensAsText() throws Exception {
        Report hostile = Hostile.report();
        browser.open(page("hostile-events", hostile));
        browser.value("location.hash = ''");
        int events = hostile.evidence().seen().size();

        for (int seq = 1; seq <= events; seq++) {
            browser.value(
                    "(() => { const a = document.createElement('a'); a.href = '#event-%d';"
                                    .formatted(seq)
                            + " document.body.append(a); a.click(); a.remove(); })()");
            assertThat(browser.value("document.querySelector('dialog h2').textContent").asString())
                    .startsWith("#" + seq);
        }

        assertThat(browser.value("window.pwned === undefined").asBoolean()).isTrue();
        assertThat(browser.value("document.images.length").asInt()).isZero();
        assertThat(browser.value(HIDDEN_TEXT).asString()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void evidenceOpensDownToTheDecryptedRequest() throws Exception {
        browser.open(page("thief", Cases.thief()));

        browser.value("document.querySelector('.finding a[href=\"#event-18\"]').click()");

        String dialog = browser.value("document.querySelector('dialog').innerText").asString();
        assertThat(dialog).contains("POST http://203.0.113.9/c", "get_weather", "Process ancestry");
        assertThat(browser.value("document.querySelector('dialog').open").asBoolean()).isTrue();
    }

    @Test
    void theListIsWalkedWithTheKeyboard() throws Exception {
        browser.open(page("keys", Cases.thief()));
        String press =
                "document.querySelector('.list').dispatchEvent("
                        + "new KeyboardEvent('keydown', {key: '%s', bubbles: true}))";

        browser.value(press.formatted("ArrowDown"));
        browser.value(press.formatted("ArrowDown"));
        browser.value(press.formatted("Enter"));

        assertThat(browser.value("document.querySelector('dialog h2').textContent").asString())
                .startsWith("#3 ");
    }

    @Test
    void theWordsAreThereWithoutAScript() throws Exception {
        browser.ask("Emulation.setScriptExecutionDisabled", Json.object().put("value", true));
        browser.open(page("plain", Cases.thief()));
        browser.ask("Emulation.setScriptExecutionDisabled", Json.object().put("value", false));

        assertThat(browser.value("document.body.innerText").asString())
                .contains("MALICIOUS", "Decoy content left the sandbox", "evidence.jsonl");
    }

    @Test
    void aRealServersPageHasThreeScreensBeforeAnythingIsOpened() throws Exception {
        Report report = recorded("server-filesystem");
        browser.window(1280, 800, false);
        browser.open(page("filesystem", report));

        assertThat(report.evidence().coverage().tools().exercised()).isGreaterThan(10);
        assertThat(browser.value("document.documentElement.scrollHeight").asInt())
                .isLessThanOrEqualTo(3 * 800);
        assertThat(browser.value("document.querySelectorAll('details[open]').length").asInt())
                .isZero();
    }

    @Test
    void whetherToInstallItIsAnsweredOnTheFirstScreen() throws Exception {
        Map<String, Report> shown = new HashMap<>(Cases.all());
        shown.put("vulnerable", vulnerable());
        shown.put("filesystem", recorded("server-filesystem"));
        Map<String, String> answers =
                Map.of(
                        "benign", "Nothing was seen that argues against it",
                        "filesystem", "Nothing was seen that argues against it",
                        "vulnerable", "Only in a sandbox",
                        "malicious", "No. Do not install it",
                        "inconclusive", "Not yet");
        assertThat(shown).hasSameSizeAs(answers);
        for (var entry : shown.entrySet()) {
            browser.window(1280, 800, false);
            browser.open(page(entry.getKey(), entry.getValue()));

            assertThat(
                            browser.value(
                                            "document.querySelector('.advice')"
                                                    + ".getBoundingClientRect().bottom")
                                    .asInt())
                    .as(entry.getKey())
                    .isLessThanOrEqualTo(800);
            assertThat(browser.value("document.querySelector('.advice').innerText").asString())
                    .as(entry.getKey())
                    .contains("May I install it?", "It can", "It did", "Allow it")
                    .contains(answers.get(entry.getKey()));
        }
    }

    @Test
    void usersAndMaintainersAreToldApartWhatToDo() throws Exception {
        Report report = vulnerable();
        assertThat(report.judgement().verdict()).isEqualTo(Verdict.RISKY);

        browser.open(page("vulnerable", report));

        String lists =
                "[...document.querySelectorAll('.card.wide h3')].map(h => [h.innerText,"
                        + " h.nextElementSibling.innerText])";
        JsonNode apart = browser.value(lists);
        assertThat(apart.valueStream().map(each -> each.get(0).asString()))
                .containsExactly("Users", "Maintainers");
        assertThat(apart.get(0).get(1).asString())
                .contains("trusted input")
                .doesNotContain("shell", "Fix");
        assertThat(apart.get(1).get(1).asString()).contains("shell");
    }

    @Test
    void aPageInTheDashboardHasNoNavigationOfItsOwn() throws Exception {
        Path report = page("framed", Cases.thief());
        Path outer =
                Files.writeString(
                        folder.resolve("outer.html"),
                        "<!doctype html><title>outer</title><iframe sandbox='allow-scripts'"
                                + " style='width:1200px;height:700px' src='%s'></iframe>"
                                        .formatted(report.getFileName()));
        String shown =
                "[...document.querySelectorAll('nav')].map(n => getComputedStyle(n).display)";

        browser.window(1280, 800, false);
        browser.open(report);
        assertThat(browser.value(shown).valueStream().map(JsonNode::asString))
                .hasSize(1)
                .doesNotContain("none");
        browser.open(outer);
        assertThat(browser.inFrame("framed", shown).valueStream().map(JsonNode::asString))
                .containsExactly("none");
        assertThat(browser.inFrame("framed", "document.querySelector('h1').innerText").asString())
                .contains("MALICIOUS");
    }

    @Test
    void aSectionOpensFromTheNavigationAndFromItsHeading() throws Exception {
        browser.open(page("folded", Cases.thief()));
        String open = "document.querySelector('#%s > details').open";

        assertThat(browser.value(open.formatted("processes")).asBoolean()).isFalse();
        browser.value("document.querySelector('nav a[href=\"#processes\"]').click()");
        browser.value("new Promise(done => setTimeout(done, 50))");
        assertThat(browser.value(open.formatted("processes")).asBoolean()).isTrue();
        browser.value("document.querySelector('#timeline summary').focus()");
        browser.value("document.activeElement.click()");
        assertThat(browser.value(open.formatted("timeline")).asBoolean()).isTrue();
    }

    @Test
    void theTimeLineOfProcessesIsMovedWithTheKeyboard() throws Exception {
        browser.open(page("clock", Cases.thief()));
        browser.value("document.querySelector('#processes > details').open = true");
        String hidden = "document.querySelectorAll('#processes .process.later').length";
        int processes =
                browser.value("document.querySelectorAll('#processes .process').length").asInt();
        assertThat(processes).isGreaterThan(1);
        assertThat(browser.value(hidden).asInt()).isZero();

        browser.value("document.querySelector('.clock input').focus()");
        browser.press("Home", 36);

        assertThat(browser.value(hidden).asInt()).isPositive();
        assertThat(browser.value("document.querySelectorAll('.graph .later').length").asInt())
                .isEqualTo(browser.value(hidden).asInt());
        assertThat(
                        browser.value("document.querySelector('.graph .now').getAttribute('x1')")
                                .asInt())
                .isEqualTo(16);
        assertThat(
                        browser.value("document.activeElement.getAttribute('aria-valuetext')")
                                .asString())
                .endsWith("of " + processes + " processes");
        browser.press("End", 35);
        assertThat(browser.value(hidden).asInt()).isZero();
    }

    @Test
    void earlierVersionsStandThereWithWhatIsDifferent() throws Exception {
        var earlier =
                new EarlierVersion(
                        "20261101-100000-notes-0001",
                        "1.0.0",
                        "NOTHING_SEEN",
                        List.of(new EarlierVersion.Difference('+', "host", "<b>evil</b>.invalid")));

        browser.open(page("earlier", Cases.thief().after(List.of(earlier))));

        assertThat(browser.value("document.querySelector('#earlier').textContent").asString())
                .contains("1.0.0: NOTHING SEEN", "new host <b>evil</b>.invalid");
        assertThat(browser.value("document.querySelectorAll('#earlier b').length").asInt())
                .isZero();
        assertThat(new HtmlReport(Cases.thief()).text()).doesNotContain("id=\"earlier\"");
    }

    @Test
    void techniquesLeadToTheirFindingsAndIndicatorsAreCopied() throws Exception {
        browser.open(page("intel", Cases.thief()));
        browser.value("document.querySelectorAll('details.room').forEach(d => d.open = true)");

        String cells = browser.value("document.querySelector('.matrix').innerText").asString();
        assertThat(cells).containsIgnoringCase("credential access").contains("T1552.001 ");
        browser.value("document.querySelector('.technique a').click()");
        assertThat(
                        browser.value(
                                        "document.getElementById(document.querySelector("
                                                + "'.technique a').hash.slice(1)).open")
                                .asBoolean())
                .isTrue();
        browser.value("document.querySelector('.copy').click()");
        assertThat(browser.value("getSelection().toString()").asString()).contains("203.0.113.9");
    }

    @Test
    void aProcessOfTheGraphIsOpenedWithTheKeyboard() throws Exception {
        browser.open(page("graph", Cases.thief()));
        browser.value("document.querySelector('#processes > details').open = true");
        browser.value("document.querySelector('.graph').focus()");

        browser.press("Tab", 9);
        String focused = browser.value("document.activeElement.getAttribute('href')").asString();
        browser.press("Enter", 13);

        assertThat(focused).startsWith("#event-");
        assertThat(browser.value("document.querySelector('dialog').open").asBoolean()).isTrue();
        assertThat(browser.value("document.querySelector('dialog h2').textContent").asString())
                .startsWith(focused.replace("event-", "") + " ");
    }

    private static Report vulnerable() throws IOException {
        return judged(Path.of("src/test/resources/evidence/vuln-command-node.jsonl.gz"));
    }

    /** Evidence of a real server, judged by the rules of today. */
    private static Report recorded(String name) throws IOException {
        return judged(Path.of("src/test/resources/report/" + name + ".jsonl.gz"));
    }

    private static Report judged(Path file) throws IOException {
        try (var in =
                new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
            Evidence evidence = EvidenceFormat.read(in);
            RuleSet rules = RuleSet.load();
            return Report.of(evidence, Judge.judge(evidence, rules), rules.infos());
        }
    }

    @Test
    void axeFindsNothingSerious() throws Exception {
        for (boolean dark : List.of(false, true)) {
            for (int width : List.of(1280, 400)) {
                for (var entry : Cases.all().entrySet()) {
                    browser.window(width, 900, dark);
                    browser.open(page(entry.getKey(), entry.getValue()));

                    assertThat(serious())
                            .as("%s, %d wide, dark %s", entry.getKey(), width, dark)
                            .isEmpty();
                }
            }
        }
        browser.value("document.querySelector('nav').append(document.createElement('button'))");
        assertThat(serious()).anyMatch(found -> found.startsWith("button-name"));
    }

    @Test
    void axeFindsNothingSeriousOnThePagesOfRecordedServers() throws Exception {
        for (Report report : List.of(vulnerable(), recorded("server-filesystem"))) {
            for (boolean dark : List.of(false, true)) {
                browser.window(1280, 900, dark);
                browser.open(page("recorded", report));

                assertThat(serious())
                        .as("%s, dark %s", report.evidence().file().subject().name(), dark)
                        .isEmpty();
            }
        }
    }

    private static List<String> serious() throws Exception {
        browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
        // Evaluated by the debugger, which the page's policy does not bind.
        browser.value(Files.readString(Borrowed.npm("axe-core", "4.14.0", "axe.min.js")) + ";0");
        return browser.value(
                        "axe.run({resultTypes: ['violations']}).then(r => r.violations"
                                + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                                + ".map(v => v.id + ': ' + v.nodes[0].html))")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void nothingSticksOutOfANarrowWindow() throws Exception {
        browser.window(360, 800, false);
        browser.open(page("narrow", Cases.thief()));

        assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
    }

    @Test
    void aHundredThousandEventsAreThereInSeconds() throws Exception {
        Path large = page("large", many(100_000));

        long millis = browser.open(large);
        // Two seconds where nothing else runs. On a busy machine the best of a few is what the page
        // itself takes, and a slow one gets three times as long.
        for (int i = 0; i < 4 && millis >= 2000; i++) {
            millis = Math.min(millis, browser.open(large));
        }

        browser.value("document.querySelector('nav a[href=\"#events\"]').click()");
        browser.value("new Promise(done => setTimeout(done, 100))");
        assertThat(browser.value("document.querySelectorAll('.row').length").asInt())
                .isBetween(10, 100);
        assertThat(
                        browser.value("document.querySelector('.filters output').textContent")
                                .asString())
                .startsWith("100,0");
        assertThat(millis).as("milliseconds to load %d bytes", Files.size(large)).isLessThan(6000);
    }

    @Test
    void theSameCaseGivesTheSamePage() {
        assertThat(Form.HTML.text(Cases.thief())).isEqualTo(Form.HTML.text(Cases.thief()));
    }

    /** Text that hides from a reader, wherever it is shown; data in scripts is not shown. */
    private static final String HIDDEN_TEXT =
            """
            (() => {
              const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                if (node.parentElement.closest('script,style')) continue;
                const found = /[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200b\\u202a-\\u202e\\u2028\\u2029\\u2066-\\u2069]/.exec(node.data);
                if (found) return node.data;
              }
              return '';
            })()
            """;

    private static Path page(String name, Report report) throws IOException {
        return Files.writeString(folder.resolve(name + ".html"), Form.HTML.text(report));
    }

    private static Report many(int events) {
        Report thief = Cases.thief();
        var seen = new ArrayList<>(thief.evidence().seen());
        for (long seq = seen.size() + 1L; seq <= events; seq++) {
            var at = new Stamp(seq, seq * 10, Phase.IDLE, 0, 1);
            String path = "/usr/lib/node_modules/some-package/lib/module-" + seq + "/index.js";
            seen.add(
                    new Seen(
                            at,
                            new FileObservation.FileOpened(
                                    path, path, FileObservation.Access.READ, true)));
        }
        Evidence evidence =
                new Evidence(thief.evidence().file(), seen, thief.evidence().coverage());
        return Report.of(evidence, thief.judgement(), Cases.RULES);
    }
}
