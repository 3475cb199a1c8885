package io.mcpsf.report.html;

import static io.mcpsf.report.html.Pages.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Hostile;
import io.mcpsf.report.Report;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** A page of hostile texts, in a real browser. */
@Tag("peers")
final class HostilePageTest {

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

    @TempDir static Path folder;

    @AutoClose private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser();
    }

    @Test
    void aHostileCaseIsInert() throws Exception {
        browser.open(page(folder, "hostile", Hostile.report()));

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
        browser.open(page(folder, "hostile-events", hostile));
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
}
