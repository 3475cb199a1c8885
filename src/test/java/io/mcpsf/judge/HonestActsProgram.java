package io.mcpsf.judge;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Verdict;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints the table of what honest servers do, for {@code bench/honest-acts}. Arguments: folders of
 * cases of real servers. Only cases count that were assessed in full with no result; of several
 * cases of one server, the last.
 */
final class HonestActsProgram {

    private HonestActsProgram() {}

    public static void main(String[] folders) throws IOException {
        RuleSet rules = RuleSet.load();
        Map<String, Map<String, Set<String>>> herds = new TreeMap<>();
        for (Path file : cases(folders)) {
            Evidence evidence;
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                evidence = EvidenceFormat.read(lines);
            }
            boolean honest = Judge.judge(evidence, rules).verdict() == Verdict.NOTHING_SEEN;
            Trail trail = Trail.of(evidence);
            String ecosystem = OddAmongHonest.ecosystem(trail);
            if (honest && !ecosystem.isEmpty()) {
                herds.computeIfAbsent(ecosystem, e -> new TreeMap<>())
                        .put(
                                evidence.file().subject().name(),
                                new TreeSet<>(ServerActs.of(trail).keySet()));
            }
        }
        herds.forEach(HonestActsProgram::print);
    }

    private static void print(String ecosystem, Map<String, Set<String>> servers) {
        Map<String, Integer> counts = new TreeMap<>();
        servers.values().forEach(acts -> acts.forEach(act -> counts.merge(act, 1, Integer::sum)));
        System.out.println(ecosystem + ":");
        System.out.println("  servers:");
        servers.keySet().forEach(name -> System.out.println("    - '" + name + "'"));
        System.out.println("  acts:");
        counts.forEach(
                (act, count) ->
                        System.out.println("    '" + act.replace("'", "''") + "': " + count));
    }

    private static List<Path> cases(String[] folders) throws IOException {
        var files = new ArrayList<Path>();
        for (String folder : folders) {
            try (Stream<Path> found = Files.walk(Path.of(folder))) {
                found.filter(f -> f.endsWith("evidence.jsonl")).sorted().forEach(files::add);
            }
        }
        return files;
    }
}
