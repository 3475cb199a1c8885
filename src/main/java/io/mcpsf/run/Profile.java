package io.mcpsf.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How hard a server is questioned, and how much of it must answer before we call it seen. */
enum Profile {
    /**
     * One valid call for each tool and a short wait: quick enough for a look before every install.
     */
    SAFE(1, Duration.ofSeconds(1), 0.5),
    /** The usual: two valid calls for each tool, and a wait in which delayed behaviour shows. */
    BALANCED(2, Duration.ofSeconds(5), 0.7);

    private final int callsPerTool;
    private final Duration idle;
    private final double toolTarget;

    Profile(int callsPerTool, Duration idle, double toolTarget) {
        this.callsPerTool = callsPerTool;
        this.idle = idle;
        this.toolTarget = toolTarget;
    }

    static Optional<Profile> named(String word) {
        return Arrays.stream(values()).filter(p -> p.word().equals(word)).findFirst();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    int callsPerTool() {
        return callsPerTool;
    }

    Duration idle() {
        return idle;
    }

    /** How long a server that was asked to end may take before it is killed. */
    Duration farewell() {
        return this == SAFE ? Duration.ofMillis(500) : Duration.ofSeconds(2);
    }

    /** The share of the listed tools that must have answered for a clean verdict. */
    double toolTarget() {
        return toolTarget;
    }
}
