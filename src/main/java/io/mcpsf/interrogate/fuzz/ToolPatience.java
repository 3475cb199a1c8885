package io.mcpsf.interrogate.fuzz;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long each tool may take for a hostile value, and which are left alone. Thread-safe. */
final class ToolPatience {

    private final Map<String, Duration> patience = new ConcurrentHashMap<>();
    private final Map<String, Integer> hangs = new ConcurrentHashMap<>();

    /** On an idle machine. */
    Duration of(String tool) {
        return patience.getOrDefault(tool, AttackLimits.SLOWEST);
    }

    /** What a plain call took decides how long a hostile one may take. */
    void pace(String tool, long millis) {
        long wanted =
                Math.clamp(
                        millis * 4 + 500,
                        AttackLimits.QUICKEST.toMillis(),
                        AttackLimits.SLOWEST.toMillis());
        patience.put(tool, Duration.ofMillis(wanted));
    }

    /** This tool may take as long as any. */
    void patient(String tool) {
        patience.put(tool, AttackLimits.SLOWEST);
    }

    /** It left a hostile value unanswered. */
    void hung(String tool) {
        hangs.merge(tool, 1, Integer::sum);
    }

    /** The tool left several hostile values unanswered: it is given up. */
    boolean stuck(String tool) {
        return hangs.getOrDefault(tool, 0) >= AttackLimits.HANGS;
    }

    /** It answers after all. */
    void forgive(String tool) {
        hangs.remove(tool);
    }

    /** A tool that ends the server is left alone from here on. */
    void giveUp(String tool) {
        hangs.put(tool, AttackLimits.HANGS);
    }
}
