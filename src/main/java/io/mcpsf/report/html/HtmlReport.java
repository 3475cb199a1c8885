package io.mcpsf.report.html;

import io.mcpsf.report.Behaviour;
import io.mcpsf.report.IsolationControls;
import io.mcpsf.report.Report;
import io.mcpsf.report.Resources;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The report as one page that needs nothing else. What people read first is plain HTML, so that it
 * is there without a script, in print and for a screen reader; one script adds the list of all
 * events. The page's own policy lets only this style and this script run, by their digests.
 */
public final class HtmlReport {

    private final Report report;

    public HtmlReport(Report report) {
        this.report = report;
    }

    public String text() {
        String style = Resources.text("report.css");
        String script = Resources.text("report.js");
        var data = new EventLines(report);
        return fill(
                Resources.text("report.html"),
                Map.of(
                        "policy", policy(style, script),
                        "title", title(),
                        "style", style,
                        "script", script,
                        "nav", nav(),
                        "overview", overview(),
                        "main", main(),
                        "index", data.index(),
                        "events", data.lines()));
    }

    /** One pass, so that nothing that was put in is ever read as a place to put something. */
    private static String fill(String template, Map<String, String> parts) {
        var out = new StringBuilder();
        int at = 0;
        while (true) {
            int open = template.indexOf("{{", at);
            if (open < 0) {
                return out.append(template, at, template.length()).toString();
            }
            int close = template.indexOf("}}", open);
            out.append(template, at, open);
            out.append(parts.getOrDefault(template.substring(open + 2, close), ""));
            at = close + 2;
        }
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"
                .formatted(digest(style), digest(script));
    }

    private static String digest(String text) {
        try {
            byte[] sha =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(sha);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private String title() {
        var page = new Page();
        page.text(
                "%s: %s, %s"
                        .formatted(
                                report.evidence().file().subject().name(),
                                Overview.words(report.judgement().verdict()),
                                report.judgement().riskInWords()));
        return page.html();
    }

    private String nav() {
        var page = new Page();
        var links = new LinkedHashMap<String, String>();
        links.put("findings", PageText.FINDINGS);
        if (!new EarlierVersions(report, page).empty()) {
            links.put("earlier", PageText.EARLIER);
        }
        if (!new AttackCards(report, page).empty()) {
            links.put("attacks", PageText.ATTACKS);
        }
        var intel = new IntelPanels(report, page);
        if (!intel.noTechniques()) {
            links.put("techniques", PageText.TECHNIQUES);
        }
        if (!intel.noIndicators()) {
            links.put("indicators", PageText.INDICATORS);
        }
        links.put("timeline", PageText.TIMELINE);
        if (!new Behaviour(report.evidence()).executions().isEmpty()) {
            links.put("processes", PageText.PROCESSES);
        }
        links.put("network", PageText.NETWORK);
        links.put("files", PageText.FILES);
        links.put("tools", PageText.TOOLS);
        links.put("permissions", PageText.PERMISSIONS);
        if (!new DependencyTables(report, page).empty()) {
            links.put("dependencies", PageText.DEPENDENCIES);
        }
        if (!new OtherRecords(report, page).empty()) {
            links.put(OtherRecords.ID, PageText.OTHER_RECORDS);
        }
        if (!new IsolationControls(report.evidence()).all().isEmpty()) {
            links.put("controls", PageText.ISOLATION_CONTROLS);
        }
        links.put("coverage", PageText.COVERAGE);
        links.put("reproduce", PageText.REPRODUCE);
        links.put("events", PageText.EVENTS);
        links.forEach(
                (id, words) ->
                        page.in(
                                "li",
                                () -> page.in("a", () -> page.text(words), "href", "#" + id)));
        return page.html();
    }

    private String overview() {
        var page = new Page();
        new Overview(report, page).write();
        return page.html();
    }

    private String main() {
        var page = new Page();
        var behaviour = new Behaviour(report.evidence());
        var account = new Account(report, page);
        new FindingCards(report, page).write();
        new EarlierVersions(report, page).write();
        new AttackCards(report, page).write();
        account.playbook();
        new IntelPanels(report, page).write();
        new Timeline(report, page).write();
        new ProcessTree(report, behaviour, page).write();
        new NetworkMap(report, behaviour, page).write();
        new FileTables(report, behaviour, page).write();
        new ToolCards(report, page).write();
        account.permissions();
        new DependencyTables(report, page).write();
        new OtherRecords(report, page).write();
        account.controls();
        account.coverage();
        account.reproduce();
        return page.html();
    }
}
