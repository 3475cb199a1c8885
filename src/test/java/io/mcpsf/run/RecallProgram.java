package io.mcpsf.run;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Verdict;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many of the hostile samples are caught by the rules of today, judged from their recorded
 * evidence, and in how many of those the key behaviour is named. Ends with 1 below 95 %.
 */
final class RecallProgram {

    private static final Set<Verdict> CAUGHT = Set.of(Verdict.MALICIOUS, Verdict.SUSPICIOUS);
    private static final int PER_CENT = 95;

    private RecallProgram() {}

    public static void main(String[] args) {
        Recordings kept = Recordings.kept();
        RuleSet rules = RuleSet.load();
        Map<Verdict, Integer> verdicts = new TreeMap<>();
        List<String> missed = new ArrayList<>();
        int hostile = 0;
        int caught = 0;
        int named = 0;
        for (String sample : kept.samples()) {
            Promise promise = Promise.of(Path.of("samples").resolve(sample), "auto");
            if (!promise.expect().path("kind").asString().equals("hostile")) {
                continue;
            }
            Judgement judgement = Judge.judge(kept.of(sample), rules);
            List<String> fired = judgement.findings().stream().map(Finding::rule).toList();
            boolean stopped = CAUGHT.contains(judgement.verdict());
            boolean told = !promise.rules().isEmpty() && fired.containsAll(promise.rules());
            hostile++;
            caught += stopped ? 1 : 0;
            named += told ? 1 : 0;
            verdicts.merge(judgement.verdict(), 1, Integer::sum);
            if (!stopped || !told) {
                missed.add(
                        "%s: %s, %s%s"
                                .formatted(
                                        sample,
                                        judgement.verdict(),
                                        promise.expect().path("about").asString(),
                                        told ? "" : " (key behaviour not named)"));
            }
        }
        System.out.printf("%d hostile samples: %s%n", hostile, verdicts);
        System.out.printf("caught %d (%.1f %%)%n", caught, 100.0 * caught / hostile);
        System.out.printf("key behaviour named %d (%.1f %%)%n", named, 100.0 * named / hostile);
        missed.forEach(line -> System.out.println("  " + line));
        System.exit(100 * caught >= PER_CENT * hostile ? 0 : 1);
    }
}
