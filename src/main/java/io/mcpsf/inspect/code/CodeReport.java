package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.CodeScan.FileResult;
import io.mcpsf.inspect.code.find.CodeFindings;
import io.mcpsf.inspect.code.find.Power;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.SenseHealth;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was seen in the code of a tree, and how well. Paths are from the root of the tree. */
public record CodeReport(List<Observation> seen, SenseHealth health) {

    /** Examples are enough: the count of the others stands beside them. */
    private static final int MOST_OWN = 3;

    private static final int MOST_PACKAGES = 8;
    private static final int MOST_FLOWS = 60;
    private static final int MOST_MARKS = 120;
    private static final int OF_ONE_SORT = 10;

    /** In other people's libraries only what is never innocent is told. */
    private static final Set<String> EVERYWHERE =
            Set.of(
                    "decoded-run",
                    "download-run",
                    "ambush",
                    "packed",
                    "hex-names",
                    "spelled-name",
                    "far-right",
                    "invisible",
                    "gyp-command");

    public CodeReport {
        seen = List.copyOf(seen);
    }

    /** The report of a tree that nobody could read. */
    public static CodeReport blind(String why) {
        return new CodeReport(List.of(), SenseHealth.blind(why));
    }

    static CodeReport of(List<FileResult> results, boolean cut) {
        List<Observation> seen = new ArrayList<>();
        long bytes = 0;
        long parsed = 0;
        long parsedBytes = 0;
        long unread = 0;
        String why = cut ? "the tree has too many files" : "";
        for (FileResult result : results) {
            bytes += result.file().bytes();
            if (result.parsed()) {
                parsed++;
                parsedBytes += result.file().bytes();
            }
            if (!result.why().isEmpty()) {
                unread++;
                why = why.isEmpty() ? result.file().path() + ": " + result.why() : why;
            }
        }
        seen.add(new CodeObservation.CodeRead(results.size(), bytes, parsed, parsedBytes, unread));
        seen.addAll(powers(results));
        seen.addAll(flows(results));
        seen.addAll(marks(results));
        SenseHealth health =
                why.isEmpty()
                        ? SenseHealth.full(seen.size())
                        : SenseHealth.lossy(seen.size(), unread, shown(why, unread));
        return new CodeReport(seen, health);
    }

    private static String shown(String why, long unread) {
        return unread > 1 ? "%s (and %d more files)".formatted(why, unread - 1) : why;
    }

    private static List<Observation> powers(List<FileResult> results) {
        Map<Power, Map<Owners.Owner, List<FileResult>>> users = new EnumMap<>(Power.class);
        for (FileResult result : results) {
            for (Power power : result.found().powers().keySet()) {
                users.computeIfAbsent(power, p -> new LinkedHashMap<>())
                        .computeIfAbsent(result.file().owner(), o -> new ArrayList<>())
                        .add(result);
            }
        }
        List<Observation> seen = new ArrayList<>();
        users.forEach(
                (power, owners) ->
                        owners.entrySet().stream()
                                .sorted(
                                        Comparator.comparingInt(
                                                e -> {
                                                    int depth = e.getKey().depth();
                                                    return depth < 0 ? Integer.MAX_VALUE : depth;
                                                }))
                                .limit(MOST_PACKAGES)
                                .forEach(e -> seen.addAll(uses(power, e.getKey(), e.getValue()))));
        return seen;
    }

    private static List<Observation> uses(Power power, Owners.Owner owner, List<FileResult> files) {
        long places = files.stream().mapToLong(f -> use(f, power).times()).sum();
        return files.stream()
                .limit(owner.depth() == 0 ? MOST_OWN : 1)
                .map(
                        f -> {
                            CodeFindings.Use use = use(f, power);
                            return (Observation)
                                    new CodeObservation.PowerInCode(
                                            power.word(),
                                            use.via(),
                                            owner.depth(),
                                            owner.purl(),
                                            f.file().path(),
                                            use.line(),
                                            use.excerpt(),
                                            places);
                        })
                .toList();
    }

    private static CodeFindings.Use use(FileResult file, Power power) {
        return file.found().powers().getOrDefault(power, new CodeFindings.Use("", 0, "", 0));
    }

    private static List<Observation> flows(List<FileResult> results) {
        return results.stream()
                .flatMap(
                        r ->
                                r.found().flows().stream()
                                        .map(
                                                f ->
                                                        (Observation)
                                                                new CodeObservation.FlowInCode(
                                                                        f.family(),
                                                                        f.tool(),
                                                                        f.sink(),
                                                                        r.file().path(),
                                                                        f.line(),
                                                                        f.excerpt(),
                                                                        f.from())))
                .limit(MOST_FLOWS)
                .toList();
    }

    /** The server's own first; a few of each sort. */
    private static List<Observation> marks(List<FileResult> results) {
        List<Observation> seen = new ArrayList<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (boolean own : new boolean[] {true, false}) {
            for (FileResult result : results) {
                if (result.file().own() != own) {
                    continue;
                }
                for (CodeFindings.Mark mark : result.found().marks()) {
                    boolean told =
                            (own || EVERYWHERE.contains(mark.kind()))
                                    && seen.size() < MOST_MARKS
                                    && counts.merge(mark.kind(), 1, Integer::sum) <= OF_ONE_SORT;
                    if (told) {
                        seen.add(observation(result, mark));
                    }
                }
            }
        }
        return seen;
    }

    private static Observation observation(FileResult result, CodeFindings.Mark mark) {
        return new CodeObservation.CodeMarked(
                mark.kind(),
                mark.detail(),
                result.file().owner().depth(),
                result.file().owner().purl(),
                result.file().path(),
                mark.line(),
                mark.excerpt());
    }
}
