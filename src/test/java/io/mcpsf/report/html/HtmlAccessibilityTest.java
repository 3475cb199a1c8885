package io.mcpsf.report.html;

import static io.mcpsf.report.html.Pages.page;
import static io.mcpsf.report.html.Pages.recorded;
import static io.mcpsf.report.html.Pages.vulnerable;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Borrowed;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Report;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page for whoever sees or moves otherwise, in a real browser. */
@Tag("peers")
final class HtmlAccessibilityTest {

    @TempDir static Path folder;

    @AutoClose private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser();
    }

    @Test
    void axeFindsNothingSerious() throws Exception {
        for (boolean dark : List.of(false, true)) {
            for (int width : List.of(1280, 400)) {
                for (var entry : Cases.all().entrySet()) {
                    browser.window(width, 900, dark);
                    browser.open(page(folder, entry.getKey(), entry.getValue()));

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
                browser.open(page(folder, "recorded", report));

                assertThat(serious())
                        .as("%s, dark %s", report.evidence().file().subject().name(), dark)
                        .isEmpty();
            }
        }
    }

    @Test
    void nothingSticksOutOfANarrowWindow() throws Exception {
        browser.window(360, 800, false);
        browser.open(page(folder, "narrow", Cases.thief()));

        assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
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
}
