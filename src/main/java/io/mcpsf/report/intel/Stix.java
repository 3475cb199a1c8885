package io.mcpsf.report.intel;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.Report;
import io.mcpsf.report.intel.Indicators.Indicator;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A STIX 2.1 bundle of what a case found: who says so, the malware, its indicators and techniques,
 * and a report over them. The same case always gets the same ids.
 */
public final class Stix {

    private static final int MAX_INDICATORS = 500;
    private static final int TEXT = 1_000;

    private final Report report;
    private final CaseFile file;
    private final String created;
    private final List<ObjectNode> objects = new ArrayList<>();
    private final String author;

    public Stix(Report report) {
        this.report = report;
        this.file = report.evidence().file();
        this.created = time(file.started());
        this.author = id("identity", "mcpsf");
    }

    public String text() {
        objects.add(
                object("identity", "mcpsf")
                        .put("name", "mcpsf")
                        .put("description", "MCP Sandbox & Forensics")
                        .put("identity_class", "system"));
        String subject = subject();
        Map<String, String> techniques = techniques(subject);
        new Indicators(report)
                .judged().stream()
                        .limit(MAX_INDICATORS)
                        .forEach(indicator -> indicator(indicator, subject, techniques));
        objects.add(reportObject());
        ObjectNode bundle = Json.object().put("type", "bundle").put("id", id("bundle", file.id()));
        ArrayNode array = bundle.putArray("objects");
        objects.forEach(array::add);
        return JsonText.visible(Json.pretty(bundle));
    }

    /** The server itself: malware when it is, else a tool that was looked at. */
    private String subject() {
        boolean malware = report.judgement().verdict() == Verdict.MALICIOUS;
        CaseFile.Subject subject = file.subject();
        String key = subject.kind() + " " + subject.name() + " " + subject.version();
        ObjectNode node = object(malware ? "malware" : "tool", key);
        node.put("name", plain((subject.name() + " " + subject.version()).strip()));
        node.put("description", plain(report.judgement().summary()));
        if (malware) {
            node.put("is_family", false);
            node.putArray("malware_types").add("trojan");
        }
        objects.add(node);
        return node.path("id").asString();
    }

    private Map<String, String> techniques(String subject) {
        var ids = new TreeSet<String>();
        report.all()
                .forEach(f -> report.rule(f).ifPresent(r -> ids.addAll(r.references().attack())));
        var techniques = new LinkedHashMap<String, String>();
        for (String technique : ids) {
            ObjectNode node = object("attack-pattern", technique).put("name", technique);
            node.putArray("external_references")
                    .addObject()
                    .put("source_name", "mitre-attack")
                    .put("external_id", technique)
                    .put(
                            "url",
                            "https://attack.mitre.org/techniques/" + technique.replace('.', '/'));
            objects.add(node);
            String id = node.path("id").asString();
            techniques.put(technique, id);
            relationship("uses", subject, id);
        }
        return techniques;
    }

    private void indicator(Indicator indicator, String subject, Map<String, String> techniques) {
        Finding worst = indicator.findings().getFirst();
        ObjectNode node = object("indicator", indicator.kind() + " " + indicator.value());
        node.put("name", plain(indicator.value()));
        node.put("description", plain(report.title(worst) + ": " + worst.message()));
        node.putArray("indicator_types").add("malicious-activity");
        node.put("pattern", pattern(indicator));
        node.put("pattern_type", "stix");
        node.put("valid_from", created);
        node.put("confidence", confidence(worst.confidence()));
        objects.add(node);
        String id = node.path("id").asString();
        if (subject.startsWith("malware")) {
            relationship("indicates", id, subject);
        }
        var known = new TreeSet<String>();
        indicator
                .findings()
                .forEach(f -> report.rule(f).ifPresent(r -> known.addAll(r.references().attack())));
        known.forEach(
                technique -> relationship("indicates", id, techniques.getOrDefault(technique, "")));
    }

    private void relationship(String kind, String from, String to) {
        if (!to.isEmpty()) {
            objects.add(
                    object("relationship", kind + " " + from + " " + to)
                            .put("relationship_type", kind)
                            .put("source_ref", from)
                            .put("target_ref", to));
        }
    }

    private ObjectNode reportObject() {
        ObjectNode node = object("report", file.id());
        node.put(
                "name",
                plain(
                        "mcpsf: %s, %s, %s"
                                .formatted(
                                        file.subject().name(),
                                        report.judgement().verdict(),
                                        report.judgement().riskInWords())));
        node.put("description", plain(report.judgement().summary()));
        node.putArray("report_types").add("malware");
        node.put("published", created);
        ArrayNode refs = node.putArray("object_refs");
        objects.forEach(object -> refs.add(object.path("id").asString()));
        return node;
    }

    private ObjectNode object(String type, String key) {
        ObjectNode node =
                Json.object()
                        .put("type", type)
                        .put("spec_version", "2.1")
                        .put("id", type.equals("identity") ? author : id(type, file.id() + key));
        if (!type.equals("identity")) {
            node.put("created_by_ref", author);
        }
        return node.put("created", created).put("modified", created);
    }

    private static String pattern(Indicator indicator) {
        String path =
                switch (indicator.kind()) {
                    case DOMAIN -> "domain-name:value";
                    case IPV4 -> "ipv4-addr:value";
                    case IPV6 -> "ipv6-addr:value";
                    case URL -> "url:value";
                    case MAILBOX -> "email-addr:value";
                    case SHA256 -> "file:hashes.'SHA-256'";
                    case PATH -> "file:name";
                    case COMMAND -> "process:command_line";
                };
        // A pattern knows files by their names alone.
        String value =
                indicator.kind() == Indicators.Kind.PATH
                        ? indicator.value().replaceAll("(?s)^.*/(?=.)", "")
                        : indicator.value();
        String quoted = Printable.line(value, 3 * TEXT).replace("\\", "\\\\").replace("'", "\\'");
        return "[" + path + " = '" + quoted + "']";
    }

    private static int confidence(Confidence confidence) {
        return switch (confidence) {
            case PROVEN -> 100;
            case LIKELY -> 75;
            case WEAK -> 30;
        };
    }

    private static String id(String type, String key) {
        return type + "--" + NameUuid.of(type + " " + key);
    }

    private static String plain(String hostile) {
        String text = Printable.line(hostile, TEXT);
        return text.isEmpty() ? "unnamed" : text;
    }

    private static String time(Instant at) {
        String text = at.truncatedTo(ChronoUnit.MILLIS).toString();
        return text.contains(".") ? text : text.replace("Z", ".000Z");
    }
}
