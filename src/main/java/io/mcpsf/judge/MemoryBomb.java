package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.ResourcesUsed;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;

/** The kernel had to kill it for memory, and not under our own fire. */
final class MemoryBomb implements Rule {

    /** A browser and its many helpers reach the limit together, without any running wild. */
    private static final long CROWD = 64;

    private static final About ABOUT =
            About.malice("memory-bomb", Family.IMPACT, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.RESOURCES)
                    .attack("T1499.001")
                    .cwe("CWE-400")
                    .owaspMcp("MCP05")
                    .says(
                            "Consumes memory without limit",
                            "The kernel killed it because it used all the memory it could get. A"
                                    + " server that dies this way under attack gets the finding"
                                    + " input-crash instead.",
                            "Run it only with a memory limit; if you trust it, allow more memory"
                                    + " and assess it again.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        List<Seen> ends = trail.seen(ServerEnded.class).stream().filter(MemoryBomb::full).toList();
        ends.stream()
                .filter(seen -> seen.at().phase() != Phase.ATTACK)
                .forEach(
                        seen ->
                                claims.add(
                                        "", "Was killed because it used too much memory.", seen));
        boolean underFire =
                ends.stream().anyMatch(seen -> seen.at().phase() == Phase.ATTACK)
                        // Who hangs under many calls at once may die of them only afterwards.
                        || !trail.seen(InputBroke.class).isEmpty();
        trail.seen(ResourcesUsed.class).stream()
                // Only the sandbox that was attacked is told of at the stop.
                .filter(seen -> !(underFire && seen.at().phase() == Phase.STOP))
                .forEach(seen -> used(claims, seen));
        return claims.findings();
    }

    private static boolean full(Seen seen) {
        return seen.what() instanceof ServerEnded ended && ended.how().equals("memory");
    }

    private static void used(Claims claims, Seen seen) {
        if (seen.what() instanceof ResourcesUsed used
                && used.memoryKills() > 0
                && used.processesPeak() <= CROWD) {
            claims.add(
                    "",
                    "Was killed for memory use %d times at a peak of %d bytes."
                            .formatted(used.memoryKills(), used.memoryPeakBytes()),
                    seen);
        }
    }

    @Override
    public List<Example> examples() {
        var end = new ServerEnded("memory", 9, false);
        var hung = new InputBroke("hang", "oversized-input", "repeat", "letter", "AAAA", 2);
        return List.of(
                Example.fires("killed", new Story().in(Phase.CALL).sees(end)),
                Example.fires(
                        "one of its processes is killed",
                        new Story()
                                .in(Phase.STOP)
                                .sees(new ResourcesUsed(9, 2_000_000_000, 7, 0, 1))),
                Example.spares(
                        "killed under our fire",
                        new Story()
                                .in(Phase.ATTACK)
                                .sees(end)
                                .in(Phase.STOP)
                                .sees(new ResourcesUsed(9, 2_000_000_000, 7, 0, 1))),
                Example.fires(
                        "killed at another start, where nobody attacked it",
                        new Story()
                                .in(Phase.ATTACK)
                                .sees(hung)
                                .in(Phase.RESTART)
                                .sees(new ResourcesUsed(9, 2_000_000_000, 7, 0, 1))),
                Example.spares(
                        "killed after it hung under our fire",
                        new Story()
                                .in(Phase.ATTACK)
                                .sees(hung)
                                .in(Phase.STOP)
                                .sees(new ResourcesUsed(9, 2_000_000_000, 7, 0, 1))),
                Example.spares(
                        "a large but finished server",
                        new Story()
                                .in(Phase.STOP)
                                .sees(new ResourcesUsed(9, 900_000_000, 7, 0, 0))),
                Example.spares(
                        "a crowd of processes that is too much for the sandbox",
                        new Story()
                                .in(Phase.STOP)
                                .sees(new ResourcesUsed(9, 1_073_741_824, 223, 0, 4))));
    }
}
