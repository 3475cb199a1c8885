package io.mcpsf.run;

import io.mcpsf.judge.Explain;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;

import java.util.function.Supplier;

/**
 * Judges and writes a case that is none while the sample is left alone and we have nothing else to
 * do: the first of everything is slow in Java, and somebody waits for the real one.
 */
final class Practice {

    private final Supplier<RuleSet> rules;

    Practice(Supplier<RuleSet> rules) {
        this.rules = rules;
    }

    /** On a thread of its own. */
    void begin() {
        Thread.ofPlatform().name("practice").daemon().start(this::practise);
    }

    private void practise() {
        RuleSet all = rules.get();
        for (String rule : new String[] {"bait-left", "tools-changed"}) {
            Explain.rule(all, rule).stream()
                    .flatMap(explained -> explained.examples().stream())
                    .findFirst()
                    .ifPresent(example -> play(example.evidence(), all));
        }
    }

    private static void play(Evidence evidence, RuleSet rules) {
        Report.of(evidence, Judge.judge(evidence, rules), rules.infos()).files();
    }
}
