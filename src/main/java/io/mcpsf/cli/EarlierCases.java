package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.EarlierVersion;
import io.mcpsf.report.Report;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.CaseStore;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Other versions of the same server that were assessed into the same folder before. */
record EarlierCases(Path output) {

    private static final int LOOKED_AT = 300;
    private static final int SHOWN = 3;

    /** The head of a case is its first line; more than this is no head of ours. */
    private static final int LONGEST_HEAD = 1 << 16;

    private static final long LARGEST_REPORT = 32L << 20;

    /** One of them; the verdict is that of its report. */
    record Earlier(String id, String version, String verdict) {}

    /** The newest of each other version, a few at most. */
    List<Earlier> of(CaseFile now) {
        var store = new CaseStore(output, InstantSource.system(), new SecureRandom());
        var versions = new HashSet<>(List.of(now.subject().version()));
        var earlier = new ArrayList<Earlier>();
        for (String id : store.ids().stream().limit(LOOKED_AT).toList()) {
            if (earlier.size() == SHOWN) {
                break;
            }
            if (id.equals(now.id())) {
                continue;
            }
            JsonNode subject = head(id).path("subject");
            String version = Json.text(subject, "version");
            boolean same =
                    Json.text(subject, "kind").equals(now.subject().kind())
                            && Json.text(subject, "name").equals(now.subject().name());
            if (same && !version.isEmpty() && !versions.contains(version)) {
                verdict(id)
                        .ifPresent(
                                verdict -> {
                                    versions.add(version);
                                    earlier.add(new Earlier(id, version, verdict));
                                });
            }
        }
        return earlier;
    }

    /** Each with what is different now; one that can't be read any more is left out, and told. */
    List<EarlierVersion> compared(
            List<Earlier> earlier, Report now, Ports ports, Consumer<String> skipped) {
        var versions = new ArrayList<EarlierVersion>();
        for (Earlier one : earlier) {
            try {
                Evidence evidence =
                        KnownCase.of(output.resolve(one.id()).toAbsolutePath().toString())
                                .evidence();
                Report before =
                        Report.of(evidence, ports.judging().apply(evidence), ports.rules().get());
                List<EarlierVersion.Difference> differences =
                        new CaseDiff(before, now)
                                .changes().stream()
                                        .map(
                                                c ->
                                                        new EarlierVersion.Difference(
                                                                c.sign(), c.kind(), c.what()))
                                        .toList();
                versions.add(
                        new EarlierVersion(one.id(), one.version(), one.verdict(), differences));
            } catch (UsageException e) {
                skipped.accept(one.id() + " can't be compared: " + e.getMessage());
            }
        }
        return versions;
    }

    /** What the screen says of them. */
    static List<String> lines(List<Earlier> earlier, String now) {
        if (earlier.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add("");
        for (Earlier one : earlier) {
            String label = lines.size() == 1 ? " EARLIER    " : "            ";
            lines.add(label + one.version() + "  " + one.verdict().replace('_', ' '));
        }
        lines.add("            mcpsf diff %s %s".formatted(earlier.getFirst().id(), now));
        return lines;
    }

    private JsonNode head(String id) {
        Path file = output.resolve(id).resolve("evidence.jsonl");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Json.object();
        }
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(LONGEST_HEAD), StandardCharsets.UTF_8);
            int end = start.indexOf('\n');
            return end < 0 ? Json.object() : Json.read(start.substring(0, end));
        } catch (IOException | BadJsonException e) {
            return Json.object(); // Another's file in our folder is no reason to fail.
        }
    }

    private Optional<String> verdict(String id) {
        Path file = output.resolve(id).resolve("report.json");
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(file) > LARGEST_REPORT) {
                return Optional.empty();
            }
            String verdict = Json.text(Json.read(Files.readString(file)), "verdict");
            return verdict.matches("[A-Z_]{1,20}")
                    ? Optional.of(verdict.toUpperCase(Locale.ROOT))
                    : Optional.empty();
        } catch (IOException | BadJsonException e) {
            return Optional.empty();
        }
    }
}
