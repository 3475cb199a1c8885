package io.mcpsf.bench;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Judges labelled texts of tools, each as the only tool of a server, and counts which are flagged.
 * They are split in two by a hash of their id: one half for tuning, one held out.
 */
public final class ToolTexts {

    private static final double RECALL = 0.90;
    private static final double FALSE_ALARMS = 0.01;

    private final RuleSet rules = RuleSet.load();
    private final Map<String, Count> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    private static final class Count {
        private int all;
        private int flagged;
        private int suspicious;
        private final Map<Severity, Integer> worst = new HashMap<>();
    }

    private ToolTexts() {}

    public static void main(String[] arguments) throws IOException {
        var texts = new ToolTexts();
        try (BufferedReader lines = open(Path.of(arguments[0]))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                texts.judge(JsonMapper.shared().readTree(line));
            }
        }
        boolean good = texts.print();
        System.exit(good ? 0 : 1);
    }

    static BufferedReader open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
    }

    private void judge(JsonNode row) {
        String label = row.path("label").asString("");
        String id = row.path("id").asString("");
        var judgement = Judge.judge(evidence(row), rules);
        List<Finding> findings = judgement.findings();
        for (String half : List.of("all", half(id))) {
            Count count = counts.computeIfAbsent(label + " / " + half, key -> new Count());
            count.all++;
            count.flagged += findings.isEmpty() ? 0 : 1;
            count.suspicious += judgement.verdict() == Verdict.SUSPICIOUS ? 1 : 0;
            findings.stream()
                    .map(Finding::severity)
                    .max(Comparator.naturalOrder())
                    .ifPresent(severity -> count.worst.merge(severity, 1, Integer::sum));
        }
        boolean missed = label.equals("malicious") && findings.isEmpty();
        boolean alarm = label.endsWith("benign") && !findings.isEmpty();
        if (missed || alarm) {
            wrong.add(
                    "%s %s %s %s"
                            .formatted(
                                    missed ? "missed     " : "false alarm",
                                    id,
                                    row.path("tool").asString(""),
                                    findings.stream()
                                            .map(Finding::message)
                                            .collect(Collectors.joining(" | "))));
        }
    }

    private static String half(String id) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(id.getBytes(StandardCharsets.UTF_8));
            return digest[0] % 2 == 0 ? "tuned" : "held out";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static Evidence evidence(JsonNode row) {
        var tool =
                new ToolListed(
                        1,
                        row.path("tool").asString(""),
                        row.path("text").asString(""),
                        row.path("schema").asString(""),
                        "");
        return new Evidence(
                new CaseFile(
                        "bench",
                        new CaseFile.Subject("local", "bench", "", "", "bench"),
                        Instant.EPOCH,
                        "0",
                        new CaseFile.Settings("safe", 1, List.of("server"), 0.5)),
                List.of(new Seen(new Stamp(1, 1, Phase.LIST, 0, 0), tool)),
                new Coverage(Map.of(), Map.of(), new ToolCoverage(1, 1, 1), Isolation.none()));
    }

    private boolean print() {
        wrong.forEach(System.out::println);
        System.out.printf(
                "%-30s %6s %8s %7s   %s%n", "label / half", "texts", "flagged", "", "SUSPICIOUS");
        counts.forEach(
                (name, count) ->
                        System.out.printf(
                                "%-30s %6d %8d %6.2f%%   %4d  %s%n",
                                name,
                                count.all,
                                count.flagged,
                                100.0 * count.flagged / count.all,
                                count.suspicious,
                                new TreeMap<>(count.worst).descendingMap()));
        double recall = share("malicious / all");
        double alarms = Math.max(share("benign / all"), share("assumed-benign / all"));
        System.out.printf(
                "recall %.1f%% (at least %.0f%%), false alarms at most %.2f%% (at most %.0f%%)%n",
                100 * recall, 100 * RECALL, 100 * alarms, 100 * FALSE_ALARMS);
        return recall >= RECALL && alarms <= FALSE_ALARMS;
    }

    private double share(String name) {
        Count count = counts.getOrDefault(name, new Count());
        return count.all == 0 ? 0 : (double) count.flagged / count.all;
    }
}
