package io.mcpsf.sandbox;

import static io.mcpsf.sandbox.Capabilities.CPU_LIMIT;
import static io.mcpsf.sandbox.Capabilities.MEMORY_LIMIT;
import static io.mcpsf.sandbox.Capabilities.OWN_KERNEL;
import static io.mcpsf.sandbox.Capabilities.OWN_USERS;
import static io.mcpsf.sandbox.Capabilities.PROCESS_LIMIT;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much a user wants to be sure of before anything is started. A tier is a promise: what an
 * executor does not enforce here is refused, never quietly left out.
 */
public enum Tier {
    /** For development: isolated, but limits may be monitored instead of enforced. */
    MINIMUM("isolated from the files, network and other processes of this host"),
    /** For production: the kernel enforces every limit, and no other process has its user ids. */
    RECOMMENDED(
            "as minimum, plus kernel limits on memory, CPU and processes, and a separate user id"
                    + " range"),
    /** For known malware: it has no direct access to the host's kernel. */
    MAXIMUM("as recommended, plus a separate kernel for each run");

    private final String promise;

    Tier(String promise) {
        this.promise = promise;
    }

    public static Optional<Tier> named(String word) {
        return Arrays.stream(values()).filter(tier -> tier.word().equals(word)).findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it guarantees, in words. */
    public String promise() {
        return promise;
    }

    /** What of it an executor does not enforce; empty when the promise holds. */
    public List<String> broken(Capabilities here) {
        return needs().stream().filter(words -> !here.enforces(words)).toList();
    }

    private List<String> needs() {
        return switch (this) {
            case MINIMUM -> List.of();
            case RECOMMENDED -> List.of(MEMORY_LIMIT, CPU_LIMIT, PROCESS_LIMIT, OWN_USERS);
            case MAXIMUM -> List.of(MEMORY_LIMIT, CPU_LIMIT, PROCESS_LIMIT, OWN_USERS, OWN_KERNEL);
        };
    }
}
