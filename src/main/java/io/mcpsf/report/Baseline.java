package io.mcpsf.report;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;

import tools.jackson.databind.JsonNode;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The findings a team decided to live with, as a file: each entry names a finding or a rule, says
 * why, and ends on a day. An entry without a reason or an end is refused, because a suppression
 * that nobody can explain or that never ends is how a warning dies.
 */
public record Baseline(List<Entry> entries) {

    private static final int MAX_ENTRIES = 1_000;
    private static final int LEAST_REASON = 10;

    public Baseline {
        entries = List.copyOf(entries);
    }

    /**
     * One decision: about the finding of this id, or about all findings of a rule, in a tool when
     * one is named.
     */
    public record Entry(
            String finding, String rule, String tool, String reason, LocalDate expires, String by) {

        boolean matches(Finding other) {
            return finding.isEmpty()
                    ? rule.equals(other.rule()) && (tool.isEmpty() || tool.equals(other.tool()))
                    : finding.equals(other.id());
        }
    }

    /** Reads the file's text, or throws {@link BadJsonException} that says which entry is bad. */
    public static Baseline read(String json) {
        JsonNode list = Json.read(json).path("suppressions");
        if (!list.isArray() || list.size() > MAX_ENTRIES) {
            throw new BadJsonException(
                    "a baseline is {\"suppressions\": [...]} with at most " + MAX_ENTRIES);
        }
        var entries = new ArrayList<Entry>();
        for (JsonNode node : list) {
            entries.add(entry(node, "suppression " + (entries.size() + 1)));
        }
        return new Baseline(entries);
    }

    private static Entry entry(JsonNode node, String name) {
        String finding = Json.text(node, "finding");
        String rule = Json.text(node, "rule");
        String reason = Json.text(node, "reason").strip();
        if (finding.isEmpty() == rule.isEmpty()) {
            throw new BadJsonException(name + " names either a finding or a rule");
        }
        if (reason.length() < LEAST_REASON) {
            throw new BadJsonException(name + " gives no meaningful reason");
        }
        try {
            return new Entry(
                    finding,
                    rule,
                    Json.text(node, "tool"),
                    reason,
                    LocalDate.parse(Json.text(node, "expires")),
                    Json.text(node, "by"));
        } catch (DateTimeParseException e) {
            throw new BadJsonException(name + " needs an expiry date, such as 2027-01-31");
        }
    }

    /** The decisions as they stand on a day; {@code known} are findings of an earlier case. */
    public Review review(List<Finding> findings, LocalDate today, Set<String> known) {
        var suppressed = new ArrayList<Review.Suppressed>();
        var notes = new ArrayList<String>();
        for (Entry entry : entries) {
            List<Finding> matching = findings.stream().filter(entry::matches).toList();
            String name = entry.finding().isEmpty() ? entry.rule() : entry.finding();
            if (matching.isEmpty()) {
                notes.add("nothing is left of " + name + ": its suppression can go");
            } else if (today.isAfter(entry.expires())) {
                notes.add("the suppression of " + name + " expired on " + entry.expires());
            } else {
                matching.forEach(
                        finding ->
                                suppressed.add(
                                        new Review.Suppressed(
                                                finding.id(),
                                                entry.reason(),
                                                entry.expires().toString(),
                                                entry.by())));
            }
        }
        return new Review(suppressed, known, notes);
    }
}
