package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.List;

/** The server asked to sleep longer than an analysis lasts. */
final class LongSleep implements Rule {

    private static final long ONE_MILLIS = 15 * 60_000;
    private static final long ALL_MILLIS = 35 * 60_000;
    private static final long COUNTED_MILLIS = 1_000;

    private static final About ABOUT =
            About.malice("long-sleep", Family.EVASION, Severity.MEDIUM, Confidence.WEAK)
                    .needs(Sense.PROCESSES)
                    .attack("T1497.003")
                    .cwe("CWE-506")
                    .owaspMcp("MCP08")
                    .says(
                            "Sleeps for a long time",
                            "One sleep of at least 15 minutes, or more than 30 minutes in all,"
                                + " outlasts most sandboxes. Weak, because a thread that checks for"
                                + " updates every hour does the same.",
                            "Assess it again with the clock set ahead or a longer idle time.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        long total = 0;
        long longest = 0;
        var sleeps = new ArrayList<Seen>();
        for (Seen seen : trail.seen(Slept.class)) {
            if (seen.what() instanceof Slept(long millis) && millis >= COUNTED_MILLIS) {
                sleeps.add(seen);
                longest = Math.max(longest, millis);
                double more = (double) millis * trail.times(seen.seq()) + total;
                total = (long) Math.min(more, Long.MAX_VALUE / 2.0);
            }
        }
        if (longest < ONE_MILLIS && total < ALL_MILLIS) {
            return List.of();
        }
        var claims = new Claims(info(), trail);
        claims.add(
                "",
                "Slept for %d seconds in all, up to %d at a time."
                        .formatted(total / 1_000, longest / 1_000),
                sleeps);
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("an hour", new Story().sees(new Slept(3_600_000))),
                Example.fires(
                        "ten seconds, again and again",
                        new Story().sees(new Slept(10_000)).sees(new Repeated(1, 500))),
                Example.spares("two seconds", new Story().sees(new Slept(2_000))),
                Example.spares(
                        "a millisecond, a million times",
                        new Story().sees(new Slept(1)).sees(new Repeated(1, 1_000_000))));
    }
}
