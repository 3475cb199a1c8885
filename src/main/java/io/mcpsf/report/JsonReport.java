package io.mcpsf.report;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Verdict;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code report.json}, version 1: members are added, never renamed or taken away. */
public final class JsonReport {

    private static final int SCHEMA_VERSION = 1;

    private final Report report;
    private final Judgement judgement;
    private final CaseFile file;
    private final Standards standards = new Standards();
    private final Remedies remedies = new Remedies();

    public JsonReport(Report report) {
        this.report = report;
        this.judgement = report.judgement();
        this.file = report.evidence().file();
    }

    public String text() {
        // Hidden characters leave as JSON escapes: this text may end on a terminal.
        return JsonText.visible(Json.pretty(tree()));
    }

    ObjectNode tree() {
        ObjectNode root = Json.object();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.putObject("tool").put("name", "mcpsf").put("version", file.toolVersion());
        root.put("case", file.id());
        root.put("started", file.started().toString());
        root.put("durationMs", report.durationMillis());
        root.set("target", target());
        root.put("verdict", judgement.verdict().name());
        root.put("summary", Capped.text(judgement.summary()));
        root.set("risk", risk());
        root.set("coverage", coverage());
        root.set("findings", findings());
        ArrayNode notEvaluated = root.putArray("notEvaluated");
        judgement
                .notEvaluated()
                .forEach(n -> notEvaluated.addObject().put("rule", n.rule()).put("why", n.why()));
        root.set("suppressed", suppressed());
        root.set("doubts", Capped.texts(judgement.doubts()));
        root.set("tools", tools());
        root.set("fuzzing", new JsonFuzzing(report.evidence()).tree());
        root.set("dependencies", new JsonDependencies(report.evidence()).tree());
        root.set("permissions", permissions());
        root.set("code", new JsonCode(report.evidence()).tree());
        new JsonBehaviour(report.evidence()).writeInto(root);
        root.set("recommendations", Capped.texts(judgement.recommendations()));
        root.set("reproduce", reproduce());
        root.set("settings", settings());
        root.set("standards", standards.versions());
        root.set("playbook", playbook());
        root.set("controls", controls());
        return root;
    }

    private ArrayNode controls() {
        ArrayNode array = Json.array();
        for (IsolationControls.Control control : new IsolationControls(report.evidence()).all()) {
            ObjectNode node =
                    array.addObject()
                            .put("promise", Capped.text(control.promise()))
                            .put("state", control.state().name())
                            .put("shownBy", Capped.text(control.shownBy()));
            control.events().forEach(node.putArray("evidence")::add);
        }
        return array;
    }

    private ArrayNode permissions() {
        ArrayNode array = Json.array();
        for (Powers.Power power : new Powers(report.evidence()).all()) {
            ObjectNode node =
                    array.addObject()
                            .put("power", power.name())
                            .put("declared", Capped.text(power.declared()))
                            .put("code", Capped.text(power.code().words()))
                            .put("watched", power.seen().watched())
                            .put("observed", power.seen().times())
                            .put("against", power.against());
            ArrayNode evidence = node.putArray("evidence");
            power.code().examples().forEach(evidence::add);
            power.seen().examples().forEach(evidence::add);
        }
        return array;
    }

    private ObjectNode target() {
        CaseFile.Subject subject = file.subject();
        return Json.object()
                .put("kind", subject.kind())
                .put("name", Capped.text(subject.name()))
                .put("version", Capped.text(subject.version()))
                .put("sha256", subject.sha256())
                .put("source", Capped.text(subject.source()));
    }

    private ObjectNode risk() {
        Judgement.Risk risk = judgement.risk();
        ObjectNode node =
                Json.object()
                        .put("score", judgement.scored() ? (Integer) risk.score() : null)
                        .put("malice", risk.malice())
                        .put("exposure", risk.exposure())
                        .put("assurance", risk.assurance());
        ArrayNode items = node.putArray("items");
        for (Judgement.Item item : risk.items()) {
            items.addObject()
                    .put("points", item.points())
                    .put("reason", Capped.text(item.reason()))
                    .set("findings", Capped.texts(item.findings()));
        }
        return node;
    }

    private ObjectNode coverage() {
        Coverage coverage = report.evidence().coverage();
        ObjectNode node = Json.object();
        ObjectNode phases = node.putObject("phases");
        coverage.phases()
                .forEach(
                        (phase, result) ->
                                phases.putObject(phase.name())
                                        .put("status", result.status().name())
                                        .put("ms", result.millis())
                                        .put("why", Capped.text(result.why())));
        ObjectNode senses = node.putObject("senses");
        coverage.senses()
                .forEach(
                        (sense, health) ->
                                senses.putObject(sense.name())
                                        .put("health", health.health().name())
                                        .put("events", health.events())
                                        .put("lost", health.lost())
                                        .put("why", Capped.text(health.why())));
        node.putObject("tools")
                .put("listed", coverage.tools().listed())
                .put("called", coverage.tools().called())
                .put("answered", coverage.tools().answered())
                .put("exercised", coverage.tools().exercised());
        var attack = new AttackCoverage(report.evidence());
        node.putObject("places")
                .put("listed", attack.places().listed())
                .put("tried", attack.places().tried())
                .set("untried", attack.untried());
        Isolation isolation = coverage.isolation();
        ObjectNode details =
                node.putObject("isolation")
                        .put("runtime", isolation.runtime())
                        .put("kernel", isolation.kernel())
                        .putObject("details");
        details.set("enforced", Capped.texts(isolation.enforced()));
        details.set("missing", Capped.texts(isolation.missing()));
        return node;
    }

    private ArrayNode findings() {
        ArrayNode array = Json.array();
        for (Finding finding : report.worstFirst()) {
            ObjectNode node =
                    array.addObject()
                            .put("id", finding.id())
                            .put("rule", finding.rule())
                            .put("title", report.title(finding))
                            .put("severity", finding.severity().name())
                            .put("confidence", finding.confidence().name())
                            .put("axis", finding.axis().name())
                            .put("message", Capped.text(finding.message()))
                            .put("tool", Capped.text(finding.tool()))
                            .put("phase", finding.phase().name())
                            .put("proof", finding.proof().name().toLowerCase(Locale.ROOT));
            ArrayNode evidence = node.putArray("evidence");
            finding.seen().stream().limit(Capped.LIST).forEach(evidence::add);
            RuleInfo.References references =
                    report.rule(finding)
                            .map(RuleInfo::references)
                            .orElse(new RuleInfo.References(List.of(), List.of(), List.of()));
            node.set("attack", Capped.texts(references.attack()));
            node.set("cwe", Capped.texts(references.cwe()));
            node.set("owaspMcp", Capped.texts(references.owaspMcp()));
            node.put("advice", report.rule(finding).map(RuleInfo::advice).orElse(""));
            String request = Reproduce.request(finding, report.evidence());
            if (!request.isEmpty()) {
                node.put("reproduce", request);
            }
            node.put("maturity", report.rule(finding).map(r -> r.maturity().name()).orElse(""));
            node.put("author", report.rule(finding).map(r -> remedies.of(r).author()).orElse(""));
            node.put("partOf", finding.partOf());
            node.put("known", report.review().known().contains(finding.id()));
            ObjectNode controls = node.putObject("controls");
            report.rule(finding)
                    .map(standards::controls)
                    .orElse(Map.of())
                    .forEach((catalogue, ids) -> controls.set(catalogue, Capped.texts(ids)));
        }
        return array;
    }

    private ArrayNode suppressed() {
        ArrayNode array = Json.array();
        for (Review.Suppressed suppressed : report.review().suppressed()) {
            array.addObject()
                    .put("finding", suppressed.finding())
                    .put("reason", Capped.text(suppressed.reason()))
                    .put("expires", suppressed.expires())
                    .put("by", Capped.text(suppressed.by()));
        }
        return array;
    }

    /** Only where it may be needed. */
    private ArrayNode playbook() {
        ArrayNode array = Json.array();
        if (judgement.verdict() == Verdict.MALICIOUS || judgement.verdict() == Verdict.SUSPICIOUS) {
            remedies.playbook()
                    .forEach(s -> array.addObject().put("step", s.name()).put("do", s.words()));
        }
        return array;
    }

    private ArrayNode tools() {
        record Count(String description, int called, int answered) {
            Count with(int calls, int answers) {
                return new Count(description, called + calls, answered + answers);
            }
        }
        Map<String, Count> counts = new LinkedHashMap<>();
        report.evidence()
                .of(ProtocolObservation.ToolListed.class)
                .forEach(
                        s ->
                                counts.putIfAbsent(
                                        s.what().name(), new Count(s.what().description(), 0, 0)));
        report.evidence()
                .of(ProtocolObservation.ToolCalled.class)
                .forEach(s -> counts.computeIfPresent(s.what().tool(), (n, c) -> c.with(1, 0)));
        report.evidence()
                .of(ProtocolObservation.ToolAnswered.class)
                .filter(s -> answered(s.what().answer()))
                .forEach(s -> counts.computeIfPresent(s.what().tool(), (n, c) -> c.with(0, 1)));
        Map<String, String> failing = new LinkedHashMap<>();
        report.evidence()
                .of(ProtocolObservation.NotExercised.class)
                .forEach(s -> failing.put(s.what().tool(), s.what().why()));
        ArrayNode array = Json.array();
        counts.entrySet().stream()
                .limit(Capped.LIST)
                .forEach(
                        e ->
                                array.addObject()
                                        .put("name", Capped.text(e.getKey()))
                                        .put("description", Capped.text(e.getValue().description()))
                                        .put("called", e.getValue().called())
                                        .put("answered", e.getValue().answered())
                                        .put(
                                                "exercised",
                                                e.getValue().answered() > 0
                                                        && !failing.containsKey(e.getKey()))
                                        .put(
                                                "notExercisedWhy",
                                                Capped.text(failing.getOrDefault(e.getKey(), ""))));
        return array;
    }

    private static boolean answered(ProtocolObservation.Answer answer) {
        return switch (answer) {
            case RESULT, TOOL_ERROR, PROTOCOL_ERROR -> true;
            case TIMED_OUT, CLOSED -> false;
        };
    }

    private ArrayNode settings() {
        ArrayNode array = Json.array();
        for (CaseFile.Origin origin : file.settings().origins()) {
            array.addObject()
                    .put("name", Capped.text(origin.name()))
                    .put("value", Capped.text(origin.value()))
                    .put("from", Capped.text(origin.from()));
        }
        return array;
    }

    private ObjectNode reproduce() {
        Isolation isolation = report.evidence().coverage().isolation();
        ObjectNode node =
                Json.object()
                        .put("command", Reproduce.command(file))
                        .put("seed", file.settings().seed());
        node.putObject("versions")
                .put("mcpsf", file.toolVersion())
                .put("runtime", isolation.runtime())
                .put("kernel", isolation.kernel());
        return node;
    }
}
