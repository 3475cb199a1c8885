package io.mcpsf.run.cases;

import io.mcpsf.boundary.SpareAuthority;
import io.mcpsf.judge.Explain;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.ReportFiles;

import java.time.Instant;
import java.util.function.Supplier;

/**
 * Judges and writes an empty case while the server idles, as a warm-up: the first run of any code
 * is slow in Java, and the user waits for the real report. It also prepares something for the next
 * run.
 */
public final class Practice {

    private final Supplier<RuleSet> rules;
    private final SpareAuthority spare;

    public Practice(Supplier<RuleSet> rules, SpareAuthority spare) {
        this.rules = rules;
        this.spare = spare;
    }

    /** On threads of their own. */
    public void begin() {
        Thread.ofPlatform().name("practice").daemon().start(() -> judge(rules.get()));
        Thread.ofPlatform()
                .name("spare authority")
                .daemon()
                .start(() -> spare.leave(Instant.now()));
    }

    /** Judges and writes two small cases. */
    public static void judge(RuleSet all) {
        for (String rule : new String[] {"bait-left", "poisoned-text"}) {
            Explain.rule(all, rule).stream()
                    .flatMap(explained -> explained.examples().stream())
                    .findFirst()
                    .ifPresent(example -> play(example.evidence(), all));
        }
    }

    private static void play(Evidence evidence, RuleSet rules) {
        ReportFiles.of(Report.of(evidence, Judge.judge(evidence, rules), rules.infos()));
    }
}
