package io.mcpsf.run;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.sandbox.oci.Leftovers;

import java.util.List;

/** The conductor: everything the command line can ask of the house. */
public final class Assessment {

    /** Interrupting the calling thread ends the assessment and cleans up before this returns. */
    public Outcome assess(AssessRequest request, Progress progress) throws InterruptedException {
        return new Case(request, progress).run(this::judge);
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
