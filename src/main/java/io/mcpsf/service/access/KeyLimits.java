package io.mcpsf.service.access;

/** How much a key may ask for. */
public record KeyLimits(int perMinute, int jobsAtOnce, int jobsPerDay) {

    /** For a person or a pipeline: enough to work, too little to hurt. */
    public static KeyLimits usual() {
        return new KeyLimits(600, 100, 1_000);
    }

    /** For whoever sits at the machine itself while there are no keys. */
    public static KeyLimits local() {
        return new KeyLimits(1_000_000, 100_000, 1_000_000);
    }
}
