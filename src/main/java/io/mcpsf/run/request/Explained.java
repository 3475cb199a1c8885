package io.mcpsf.run.request;

import io.mcpsf.model.RuleInfo;

import java.util.List;

/**
 * A rule in full: what it says of itself, where it is written, and the stories it fires on or
 * spares.
 */
public record Explained(
        RuleInfo info, String description, String home, List<String> fires, List<String> spares) {

    public Explained {
        fires = List.copyOf(fires);
        spares = List.copyOf(spares);
    }
}
