package io.mcpsf.judge;

import io.mcpsf.model.Finding;

import java.util.List;

/** A rule that links what other rules found. It runs after them and never on its own kind. */
public interface Chain extends Rule {

    List<Finding> link(Trail trail, List<Finding> findings);

    @Override
    default List<Finding> judge(Trail trail) {
        return List.of();
    }
}
