package io.mcpsf.interrogate;

import java.time.Duration;

/**
 * How thoroughly a server is questioned: calls of each tool, time for one answer, how long to watch
 * it do nothing, time for all of it, and how many tools are called at all.
 */
public record QuestionBudget(
        int callsPerTool, Duration callTimeout, Duration idle, Duration deadline, int maxTools) {

    public QuestionBudget {
        if (callsPerTool < 1 || maxTools < 1 || !callTimeout.isPositive() || idle.isNegative()) {
            throw new IllegalArgumentException("a profile that asks nothing");
        }
    }

    /** Each tool twice, the second time with everything filled in; five minutes at most. */
    public static QuestionBudget usual() {
        return new QuestionBudget(
                2, Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofMinutes(5), 100);
    }
}
