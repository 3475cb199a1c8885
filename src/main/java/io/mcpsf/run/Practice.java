package io.mcpsf.run;

import io.mcpsf.judge.Explain;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.report.Report;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Judges and writes a case that is none while the sample is left alone and we have nothing else to
 * do: the first of everything is slow in Java, and somebody waits for the real one.
 */
final class Practice implements Progress {

    private final Progress told;
    private final Supplier<RuleSet> rules;
    private final AtomicBoolean begun = new AtomicBoolean();

    Practice(Progress told, Supplier<RuleSet> rules) {
        this.told = told;
        this.rules = rules;
    }

    @Override
    public void phase(Phase phase, String detail) {
        told.phase(phase, detail);
        if (phase == Phase.IDLE && !begun.getAndSet(true)) {
            Thread.ofPlatform().name("practice").daemon().start(this::practise);
        }
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

    @Override
    public void done(Phase phase, PhaseResult result) {
        told.done(phase, result);
    }

    @Override
    public void note(String what) {
        told.note(what);
    }

    @Override
    public void events(long total, long alerts) {
        told.events(total, alerts);
    }

    @Override
    public void seen(Seen seen) {
        told.seen(seen);
    }
}
