package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Judgement;

/** Judges what a test tells, by all rules. */
final class Judging {

    static final BaitTouched KEY = read("ssh", "/home/ana/.ssh/id_rsa");

    private static final RuleSet RULES = RuleSet.load();

    private Judging() {}

    static Judgement judge(Story story) {
        return judge(story.evidence());
    }

    static Judgement judge(Evidence evidence) {
        return Judge.judge(evidence, RULES);
    }

    static BaitTouched read(String kind, String path) {
        return new BaitTouched(kind + "-bait", kind, path, Touch.READ);
    }
}
