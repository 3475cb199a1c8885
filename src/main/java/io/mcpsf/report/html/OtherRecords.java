package io.mcpsf.report.html;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.AdvisoryObservation;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.PackageObservation;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.report.Report;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Observations that no other section speaks of, each kind as a table of its fields: what sensors
 * and inspections learn to tell is on the page the day they tell it.
 */
final class OtherRecords {

    private static final int MAX_ROWS = 300;
    private static final int MAX_CELL = 400;

    /** Kinds that have a place of their own, or that only the list of all events needs. */
    private static final Set<String> TOLD =
            Stream.of(
                            ProcessObservation.ProcessStarted.class,
                            FileObservation.FileOpened.class,
                            FileObservation.FileActed.class,
                            FileObservation.FileChanged.class,
                            FileObservation.WitnessesDiffer.class,
                            FileObservation.BaitTouched.class,
                            SocketObservation.BaitLeft.class,
                            SocketObservation.Connected.class,
                            SocketObservation.Bound.class,
                            SocketObservation.Sent.class,
                            SocketObservation.DnsAsked.class,
                            NetworkObservation.FlowOpened.class,
                            NetworkObservation.TlsOpened.class,
                            NetworkObservation.TlsFailed.class,
                            NetworkObservation.RequestSent.class,
                            NetworkObservation.RequestForwarded.class,
                            NetworkObservation.PacketSent.class,
                            NetworkObservation.MailSent.class,
                            NetworkObservation.EgressRefused.class,
                            NetworkObservation.StageServed.class,
                            NetworkObservation.HostOffered.class,
                            NetworkObservation.ProxyUsed.class,
                            NetworkObservation.TrafficFolded.class,
                            ProcessObservation.CallRefused.class,
                            ProcessObservation.CallNoted.class,
                            ProcessObservation.Slept.class,
                            RunObservation.ServerStarted.class,
                            RunObservation.ServerEnded.class,
                            RunObservation.PolicyViolated.class,
                            ProtocolObservation.Greeted.class,
                            ProtocolObservation.Unanswered.class,
                            ProtocolObservation.ToolListed.class,
                            ProtocolObservation.PromptListed.class,
                            ProtocolObservation.ResourceListed.class,
                            ProtocolObservation.ToolCalled.class,
                            ProtocolObservation.ToolAnswered.class,
                            ProtocolObservation.NotExercised.class,
                            ProtocolObservation.ServerAsked.class,
                            ProtocolObservation.FrameMalformed.class,
                            ProtocolObservation.StderrWritten.class,
                            ProtocolObservation.LogWritten.class,
                            ProtocolObservation.TextDoubted.class,
                            ProcessObservation.ResourcesUsed.class,
                            Observation.Repeated.class,
                            Observation.Lost.class,
                            ProtocolObservation.Attacked.class,
                            ProtocolObservation.AttackAnswered.class,
                            ProtocolObservation.VulnerabilityProven.class,
                            ProtocolObservation.InputBroke.class,
                            PackageObservation.DependencyFound.class,
                            AdvisoryObservation.AdvisoryMatched.class)
                    .map(Class::getSimpleName)
                    .collect(Collectors.toUnmodifiableSet());

    static final String ID = "records";

    private static final Set<String> STAMP =
            Set.of("seq", "micros", "phase", "toolCall", "process", "record");

    private final Report report;
    private final Page page;

    OtherRecords(Report report, Page page) {
        this.report = report;
        this.page = page;
    }

    void write() {
        Map<String, List<Seen>> kinds = new LinkedHashMap<>();
        for (Seen seen : report.evidence().seen()) {
            String kind = seen.what().getClass().getSimpleName();
            if (!TOLD.contains(kind)) {
                kinds.computeIfAbsent(kind, name -> new ArrayList<>()).add(seen);
            }
        }
        if (!kinds.isEmpty()) {
            page.section(ID, PageText.OTHER_RECORDS, () -> kinds.forEach(this::kind));
        }
    }

    private void kind(String kind, List<Seen> all) {
        page.in("h3", () -> page.text(title(kind)), "id", "kind-" + kind);
        List<String> fields =
                EvidenceFormat.node(all.getFirst()).propertyNames().stream()
                        .filter(name -> !STAMP.contains(name))
                        .filter(name -> all.stream().anyMatch(s -> told(s, name)))
                        .toList();
        var table = new Table(page, title(kind));
        table.head(
                Stream.concat(fields.stream().map(OtherRecords::field), Stream.of("event"))
                        .toArray(String[]::new));
        all.stream().limit(MAX_ROWS).forEach(seen -> row(table, fields, seen));
        table.write(all.size());
    }

    private static boolean told(Seen seen, String name) {
        return !value(EvidenceFormat.node(seen).path(name)).isEmpty();
    }

    private static void row(Table table, List<String> fields, Seen seen) {
        ObjectNode node = EvidenceFormat.node(seen);
        Stream<Runnable> cells =
                fields.stream().map(name -> () -> table.code(value(node.path(name))));
        table.row(
                false,
                Stream.concat(cells, Stream.<Runnable>of(() -> table.event(seen.seq())))
                        .toArray(Runnable[]::new));
    }

    private static String value(JsonNode node) {
        String text = node.isString() ? node.asString() : node.toString();
        if (node.isArray() && node.valueStream().allMatch(JsonNode::isString)) {
            text = node.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
        }
        return text.length() <= MAX_CELL ? text : text.substring(0, MAX_CELL) + "…";
    }

    /** Its heading, or {@code CodeFinding} as "Code finding". */
    private static String title(String kind) {
        String known = PageText.KINDS.getOrDefault(kind, "");
        if (!known.isEmpty()) {
            return known;
        }
        String words = words(kind);
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String field(String name) {
        return PageText.FIELDS.getOrDefault(name, words(name));
    }

    private static String words(String camel) {
        return Arrays.stream(camel.split("(?=[A-Z])"))
                .map(part -> part.toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    boolean empty() {
        return report.evidence().seen().stream()
                .allMatch(seen -> TOLD.contains(seen.what().getClass().getSimpleName()));
    }
}
