package io.mcpsf.run;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.report.Report;
import io.mcpsf.sandbox.oci.Leftovers;
import io.mcpsf.store.CaseFolder;

import java.util.List;

/** The conductor: everything the command line can ask of the house. */
public final class Assessment {

    /** Interrupting the calling thread ends the assessment and cleans up before this returns. */
    public Outcome assess(AssessRequest request, Progress progress) throws InterruptedException {
        // Needed at the end only: reading them takes as long as starting a sandbox.
        Ahead<RuleSet> reading = Ahead.of("rules", RuleSet::load);
        CaseFolder folder = new Case(request, progress).run();
        Evidence evidence = folder.evidence();
        RuleSet rules = reading.get();
        Judgement judgement = Judge.judge(evidence, rules);
        Report.of(evidence, judgement, rules.infos()).files().forEach(folder::write);
        return new Outcome(folder.folder(), evidence, judgement);
    }

    public List<RuleInfo> rules() {
        return RuleSet.load().infos();
    }

    public Judgement judge(Evidence evidence) {
        return Judge.judge(evidence, RuleSet.load());
    }

    public List<Check> checkup() {
        return Doctor.checks();
    }

    /** Removes what a killed run left behind and says what it was. */
    public List<String> cleanup() {
        return Leftovers.sweep();
    }
}
