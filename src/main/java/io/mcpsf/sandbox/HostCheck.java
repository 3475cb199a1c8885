package io.mcpsf.sandbox;

/**
 * One thing that sandboxes need of this host: what was found, what follows from it, and the command
 * that fixes it (empty when nothing needs fixing).
 */
public record HostCheck(String name, Grade grade, String found, String follows, String mend) {

    /** How good it is. */
    public enum Grade {
        GOOD,
        /** Works, but holds or sees less. */
        DEGRADED,
        /** Without it nothing runs. */
        MISSING
    }

    public static HostCheck good(String name, String found) {
        return new HostCheck(name, Grade.GOOD, found, "", "");
    }
}
