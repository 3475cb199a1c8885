package io.mcpsf.run.request;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Test intensity, and the share of tools that must answer before coverage counts as complete. */
public enum Profile {
    /**
     * One valid call for each tool and a short wait: quick enough for a look before every install.
     */
    SAFE(1, Duration.ofMillis(500), 0.5, 0, Duration.ZERO),
    /**
     * The usual: two valid calls for each tool, a wait in which delayed behaviour shows, and then
     * hostile input within bounds.
     */
    BALANCED(2, Duration.ofSeconds(5), 0.7, 2_500, Duration.ofSeconds(25)),
    /** Everything: all hostile input that there is, and the time for it. */
    AGGRESSIVE(3, Duration.ofSeconds(10), 0.7, 40_000, Duration.ofMinutes(4));

    private final int callsPerTool;
    private final Duration idle;
    private final double toolTarget;
    private final int fuzzCalls;
    private final Duration fuzzTime;

    Profile(int callsPerTool, Duration idle, double toolTarget, int fuzzCalls, Duration fuzzTime) {
        this.callsPerTool = callsPerTool;
        this.idle = idle;
        this.toolTarget = toolTarget;
        this.fuzzCalls = fuzzCalls;
        this.fuzzTime = fuzzTime;
    }

    public static Optional<Profile> named(String word) {
        return Arrays.stream(values()).filter(p -> p.word().equals(word)).findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int callsPerTool() {
        return callsPerTool;
    }

    public Duration idle() {
        return idle;
    }

    /** How long a server that was asked to end may take before it is killed. */
    public Duration shutdownGrace() {
        return this == SAFE ? Duration.ofMillis(500) : Duration.ofSeconds(2);
    }

    /** The most hostile calls. */
    public int fuzzCalls() {
        return fuzzCalls;
    }

    /** The longest that hostile calls may take. */
    public Duration fuzzTime() {
        return fuzzTime;
    }

    /** The share of the listed tools that must have answered for a clean verdict. */
    public double toolTarget() {
        return toolTarget;
    }
}
