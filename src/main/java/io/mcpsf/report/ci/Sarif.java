package io.mcpsf.report.ci;

import io.mcpsf.json.Json;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Remedies;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.Standards;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** SARIF 2.1.0, as code scanning takes it in. */
public final class Sarif {

    private static final int MAX_RESULTS = 1_000;
    private static final int MAX_STEPS = 25;
    private static final int TEXT = 1_000;

    private final Report report;
    private final SarifPlaces places;
    private final Standards standards = new Standards();
    private final Remedies remedies = new Remedies();
    private final List<String> rules;

    public Sarif(Report report) {
        this.report = report;
        this.places = new SarifPlaces(report);
        this.rules = List.copyOf(new TreeSet<>(report.all().stream().map(Finding::rule).toList()));
    }

    public String text() {
        ObjectNode log =
                Json.object()
                        .put("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
                        .put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        run.set("tool", tool());
        run.set("taxonomies", new SarifTaxonomies(report, standards).all());
        run.set("invocations", invocations());
        run.putObject("originalUriBaseIds")
                .putObject("ARTIFACT")
                .putObject("description")
                .put("text", "The root of what was assessed.");
        run.putObject("automationDetails")
                .put("id", plain("mcpsf/" + report.evidence().file().subject().name() + "/"));
        run.put("columnKind", "utf16CodeUnits");
        ArrayNode results = run.putArray("results");
        report.all().stream().limit(MAX_RESULTS).forEach(f -> results.add(result(f)));
        return JsonText.visible(Json.pretty(log));
    }

    private ObjectNode tool() {
        ObjectNode driver =
                Json.object()
                        .put("name", "mcpsf")
                        .put("fullName", "MCP Sandbox & Forensics")
                        .put("organization", "mcpsf")
                        .put("version", report.evidence().file().toolVersion());
        driver.set("supportedTaxonomies", new SarifTaxonomies(report, standards).names());
        ArrayNode array = driver.putArray("rules");
        rules.forEach(id -> array.add(rule(id)));
        ObjectNode tool = Json.object();
        tool.set("driver", driver);
        return tool;
    }

    private ObjectNode rule(String id) {
        ObjectNode node = Json.object().put("id", id).put("name", camel(id));
        RuleInfo info = report.rules().get(id);
        if (info == null) {
            node.putObject("shortDescription").put("text", id + ".");
            return node;
        }
        String advice = info.advice().strip();
        String author = remedies.of(info).author();
        node.putObject("shortDescription").put("text", info.title() + ".");
        node.putObject("fullDescription").put("text", info.title() + ". " + advice);
        node.putObject("help")
                .put("text", advice + " For the author: " + author)
                .put("markdown", advice + "\n\nFor the author: " + author);
        node.putObject("defaultConfiguration").put("level", level(info.severity()));
        ObjectNode properties = node.putObject("properties");
        ArrayNode tags = properties.putArray("tags").add("security");
        for (Standards.Reference reference : standards.of(info)) {
            tags.add(
                    reference.catalogue().equals("cwe")
                            ? "external/cwe/" + reference.id().toLowerCase(Locale.ROOT)
                            : reference.catalogue() + "/" + reference.id());
        }
        properties.put("precision", precision(info.confidence()));
        properties.put("security-severity", score(info.severity()));
        properties.put("problem.severity", level(info.severity()));
        properties.put("maturity", InWords.lower(info.maturity()));
        node.set("relationships", new SarifTaxonomies(report, standards).relationships(info));
        return node;
    }

    private ObjectNode result(Finding finding) {
        ObjectNode node =
                Json.object()
                        .put("ruleId", finding.rule())
                        .put("ruleIndex", rules.indexOf(finding.rule()))
                        .put("kind", "fail")
                        .put("level", level(finding.severity()));
        node.set("message", message(report.title(finding) + ": " + finding.message()));
        node.putArray("locations").add(places.of(finding));
        node.putObject("partialFingerprints").put("mcpsfFinding/v1", finding.id());
        node.set("codeFlows", flows(finding));
        node.put("rank", rank(finding));
        if (!report.review().known().isEmpty()) {
            boolean known = report.review().known().contains(finding.id());
            node.put("baselineState", known ? "unchanged" : "new");
        }
        report.review()
                .of(finding.id())
                .ifPresent(s -> node.putArray("suppressions").add(suppression(s)));
        ObjectNode properties = node.putObject("properties");
        properties.put("security-severity", score(finding.severity()));
        properties.put("confidence", InWords.lower(finding.confidence()));
        properties.put("axis", InWords.lower(finding.axis()));
        properties.put("proof", InWords.lower(finding.proof()));
        ArrayNode evidence = properties.putArray("evidence");
        finding.seen().stream().limit(MAX_STEPS).forEach(evidence::add);
        return node;
    }

    /** What was seen, step by step. */
    private ArrayNode flows(Finding finding) {
        ArrayNode flows = Json.array();
        ArrayNode steps =
                flows.addObject().putArray("threadFlows").addObject().putArray("locations");
        for (long seq : finding.seen().stream().limit(MAX_STEPS).toList()) {
            ObjectNode location = Json.object();
            location.set(
                    "message",
                    message(
                            "#%d %s"
                                    .formatted(
                                            seq,
                                            report.seen(seq)
                                                    .map(s -> InWords.of(s.what()))
                                                    .orElse("is not there"))));
            location.set("physicalLocation", places.physical(finding));
            steps.addObject().set("location", location);
        }
        return flows;
    }

    private ArrayNode invocations() {
        ArrayNode array = Json.array();
        ObjectNode invocation =
                array.addObject()
                        .put(
                                "executionSuccessful",
                                report.judgement().verdict() != Verdict.INCONCLUSIVE)
                        .put("startTimeUtc", report.evidence().file().started().toString());
        ArrayNode doubts = invocation.putArray("toolExecutionNotifications");
        for (String doubt : new ArrayList<>(report.judgement().doubts())) {
            doubts.addObject().put("level", "warning").set("message", message(doubt));
        }
        return array;
    }

    private static ObjectNode suppression(Review.Suppressed suppressed) {
        return Json.object()
                .put("kind", "external")
                .put("status", "accepted")
                .put(
                        "justification",
                        plain(
                                "%s (until %s, %s)"
                                        .formatted(
                                                suppressed.reason(),
                                                suppressed.expires(),
                                                suppressed.by())));
    }

    /** A viewer makes links of brackets in a message, and ends it like a sentence. */
    static ObjectNode message(String hostile) {
        String text = plain(hostile).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
        return Json.object().put("text", text.endsWith(".") ? text : text + ".");
    }

    static String plain(String hostile) {
        return Printable.line(hostile, TEXT);
    }

    private static String level(Severity severity) {
        return switch (severity) {
            case CRITICAL, HIGH -> "error";
            case MEDIUM -> "warning";
            case LOW, INFO -> "note";
        };
    }

    /** In the middle of the band that code scanning has for it. */
    private static String score(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "9.5";
            case HIGH -> "8.0";
            case MEDIUM -> "5.5";
            case LOW -> "3.0";
            case INFO -> "0.0";
        };
    }

    private static String precision(Confidence confidence) {
        return switch (confidence) {
            case PROVEN -> "very-high";
            case LIKELY -> "high";
            case WEAK -> "medium";
        };
    }

    private static double rank(Finding finding) {
        return finding.severity().ordinal() * 20.0 + finding.confidence().ordinal() * 10.0;
    }

    private static String camel(String id) {
        var out = new StringBuilder();
        for (String part : id.split("-")) {
            out.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        return out.toString();
    }
}
