package io.mcpsf.model;

import java.util.List;

/**
 * What held the sample: the runtime, the kernel it ran on, and what was enforced or could not be.
 */
public record Isolation(
        String runtime, String kernel, List<String> enforced, List<String> missing) {

    public Isolation {
        enforced = List.copyOf(enforced);
        missing = List.copyOf(missing);
    }

    public static Isolation none() {
        return new Isolation("none", "", List.of(), List.of());
    }
}
