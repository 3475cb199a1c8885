package io.mcpsf.sandbox;

import io.mcpsf.model.Isolation;

import java.util.List;
import java.util.Optional;

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

    /** What a sandbox's program runs on is no part of the host. */
    public static final String OWN_KERNEL = "separate kernel";

    public static final String OWN_USERS = "separate user id range";

    /** That somebody outside may be asked about system calls before they are made. */
    public static final String LISTENER = "listener for system calls";

    public static final String MEMORY_LIMIT = "memory limit without swap";
    public static final String CPU_LIMIT = "CPU limit";
    public static final String PROCESS_LIMIT = "process limit";

    public Capabilities {
        enforced = List.copyOf(enforced);
        missing = List.copyOf(missing);
    }

    /** Whether something is enforced, by the words that it begins with. */
    public boolean enforces(String words) {
        return enforced.stream().anyMatch(line -> line.startsWith(words));
    }

    /** Why something is missing, by the words that it begins with; nothing when it is not. */
    public Optional<String> lacks(String words) {
        return missing.stream()
                .filter(line -> line.startsWith(words + ": "))
                .map(line -> line.substring(words.length() + 2))
                .findFirst();
    }

    public Isolation isolation() {
        return new Isolation(runtime + " " + version, kernel, enforced, missing);
    }
}
