package io.mcpsf.report.html;

import static io.mcpsf.report.html.Pages.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Cases;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;

/** What a mouse and a keyboard reach in the page, in a real browser. */
@Tag("peers")
final class HtmlNavigationTest {

    @TempDir static Path folder;

    @AutoClose private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser();
    }

    @Test
    void evidenceOpensDownToTheDecryptedRequest() throws Exception {
        browser.open(page(folder, "thief", Cases.thief()));

        browser.value("document.querySelector('.finding a[href=\"#event-18\"]').click()");

        String dialog = browser.value("document.querySelector('dialog').innerText").asString();
        assertThat(dialog).contains("POST http://203.0.113.9/c", "get_weather", "Process ancestry");
        assertThat(browser.value("document.querySelector('dialog').open").asBoolean()).isTrue();
    }

    @Test
    void theListIsWalkedWithTheKeyboard() throws Exception {
        browser.open(page(folder, "keys", Cases.thief()));
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
    void aSectionOpensFromTheNavigationAndFromItsHeading() throws Exception {
        browser.open(page(folder, "folded", Cases.thief()));
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
        browser.open(page(folder, "clock", Cases.thief()));
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
    void techniquesLeadToTheirFindingsAndIndicatorsAreCopied() throws Exception {
        browser.open(page(folder, "intel", Cases.thief()));
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
        browser.open(page(folder, "graph", Cases.thief()));
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

    @Test
    void aPageInTheDashboardHasNoNavigationOfItsOwn() throws Exception {
        Path report = page(folder, "framed", Cases.thief());
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
}
