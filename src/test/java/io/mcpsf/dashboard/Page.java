package io.mcpsf.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.report.Borrowed;
import io.mcpsf.report.html.Browser;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/** The dashboard as a reader uses it: opened, waited for, typed into, pressed. */
final class Page implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Browser browser = new Browser();

    Page() throws Exception {}

    Browser browser() {
        return browser;
    }

    void open(String address) throws Exception {
        browser.open(URI.create("about:blank"));
        browser.open(URI.create(address));
    }

    /** Leads to a view and waits until its heading is there. */
    void go(String hash, String heading) throws Exception {
        browser.value("location.hash = " + quoted(hash));
        await("document.querySelector('main').dataset.shown === " + quoted(hash));
        await(
                "document.querySelector('main h1')?.textContent.includes(%s)"
                        .formatted(quoted(heading)));
        await("!document.querySelector('main [aria-busy]')");
    }

    void await(String condition) throws Exception {
        await(condition, PATIENCE);
    }

    void await(String condition, Duration patience) throws Exception {
        String script =
                "new Promise((yes, no) => { const end = Date.now() + %d; const look = () => { if (%s)"
                                .formatted(patience.toMillis(), condition)
                        + " yes(true); else if (Date.now() > end) no(new"
                        + " Error(document.body.innerText)); else setTimeout(look, 20); }; look();"
                        + " })";
        browser.value(script);
    }

    JsonNode value(String script) throws Exception {
        return browser.value(script);
    }

    String text(String selector) throws Exception {
        return browser.value("document.querySelector(%s).innerText".formatted(quoted(selector)))
                .asString();
    }

    void type(String selector, String text) throws Exception {
        browser.value(
                "(() => { const i = document.querySelector(%s); i.value = %s; i.dispatchEvent(new Event('input', {bubbles: true})); })()"
                        .formatted(quoted(selector), quoted(text)));
    }

    /** Presses the button, link, tab or label that says so. */
    void press(String words) throws Exception {
        String find =
                "[...document.querySelectorAll('button, a, label, summary')].find(b => b.offsetParent && b.innerText.trim().startsWith(%s))"
                        .formatted(quoted(words));
        await(find);
        browser.value(find + ".click()");
    }

    /** What axe-core thinks serious or worse, with all that folds unfolded. */
    List<String> serious() throws Exception {
        browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
        if (!browser.value("typeof axe === 'object'").asBoolean()) {
            browser.value(
                    Files.readString(Borrowed.npm("axe-core", "4.14.0", "axe.min.js")) + ";0");
        }
        return browser.value(
                        "axe.run({iframes: false}).then(r => r.violations"
                                + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                                + ".map(v => v.id + ': ' + v.nodes[0].html))")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /** Nothing on the console, and not a word to anyone but the service. */
    void saysNothingStrange(String service) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(url -> url.startsWith(service + "/") || url.startsWith("blob:"));
    }

    static String quoted(String text) {
        return Json.text(Json.array().add(text)).replaceAll("^\\[|\\]$", "");
    }

    @Override
    public void close() {
        browser.close();
    }
}
