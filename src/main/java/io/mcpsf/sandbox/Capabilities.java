package io.mcpsf.sandbox;

import io.mcpsf.model.Isolation;

import java.util.List;

/**
 * What an executor enforces on this host, and what it cannot, each in words that the report
 * repeats.
 */
public record Capabilities(
        String runtime,
        String version,
        String kernel,
        List<String> enforced,
        List<String> missing) {

    public Capabilities {
        enforced = List.copyOf(enforced);
        missing = List.copyOf(missing);
    }

    public Isolation isolation() {
        return new Isolation(runtime + " " + version, kernel, enforced, missing);
    }
}
