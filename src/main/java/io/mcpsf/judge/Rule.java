package io.mcpsf.judge;

import io.mcpsf.model.Finding;
import io.mcpsf.model.RuleInfo;

import java.util.List;

/**
 * One thing we look for. Stateless; carries its own tests. It judges a {@link Trail}, which is the
 * evidence read once, so that eighty rules don't each rebuild the family tree of processes.
 */
public interface Rule {

    About about();

    List<Finding> judge(Trail trail);

    /** At least one that fires and one near miss. */
    List<Example> examples();

    default RuleInfo info() {
        return about().info();
    }
}
