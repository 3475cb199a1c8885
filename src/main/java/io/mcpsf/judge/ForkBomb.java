package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProcessObservation.ResourcesUsed;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;

/** The limit of processes was hit, and not by the many programs of our own hostile calls. */
final class ForkBomb implements Rule {

    private static final long REFUSALS = 20;
    private static final long FULL = 255;

    /** So many programs under fire fill a sandbox by themselves: each brings its threads. */
    private static final long CROWD = 64;

    private static final About ABOUT =
            About.malice("fork-bomb", Family.IMPACT, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.RESOURCES)
                    .attack("T1499.001")
                    .cwe("CWE-400")
                    .owaspMcp("MCP05")
                    .says(
                            "Fork bomb: starts processes without limit",
                            "The process limit was hit again and again; a machine without a limit"
                                    + " would hang. A tool that starts one program for each of many"
                                    + " attack calls is not counted.",
                            "Run it only with a process limit.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        trail.seen(ServerEnded.class).stream()
                .filter(ForkBomb::ended)
                .forEach(
                        seen ->
                                claims.add(
                                        "",
                                        "Was stopped because it started too many processes.",
                                        seen));
        long excused = trail.programsUnderFire() < CROWD ? 0 : trail.programsUnderFire();
        trail.seen(ResourcesUsed.class).forEach(seen -> used(claims, seen, excused));
        return claims.findings();
    }

    private static boolean ended(Seen seen) {
        return seen.what() instanceof ServerEnded ended && ended.how().equals("processes");
    }

    /** Each of the excused programs may have been refused once, not more. */
    private static void used(Claims claims, Seen seen, long excused) {
        if (!(seen.what() instanceof ResourcesUsed used)) {
            return;
        }
        if (used.forksRefused() >= Math.max(REFUSALS, excused + 1)) {
            claims.add(
                    "",
                    "Was denied %d new processes at a peak of %d."
                            .formatted(used.forksRefused(), used.processesPeak()),
                    seen);
        } else if (excused == 0 && used.forksRefused() < 0 && used.processesPeak() >= FULL) {
            // gVisor refuses without counting: all that there may be, is a bomb there, too.
            claims.add(
                    "",
                    "Reached the limit of %d processes at once.".formatted(used.processesPeak()),
                    seen);
        }
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("the limit was hit", end(256, 900)),
                Example.fires("full where refusals are not counted", end(256, -1)),
                Example.fires(
                        "stopped",
                        new Story().in(Phase.CALL).sees(new ServerEnded("processes", 9, false))),
                Example.spares("busy where refusals are not counted", end(60, -1)),
                Example.spares("a busy server", end(60, 0)),
                Example.fires("far more than our hostile calls started", crowded(900)),
                Example.spares("a program for each of our hostile calls", crowded(CROWD)));
    }

    private static Story end(long peak, long refused) {
        return new Story().in(Phase.STOP).sees(new ResourcesUsed(9, 80_000_000, peak, refused, 0));
    }

    private static Story crowded(long refused) {
        var story = new Story().in(Phase.ATTACK);
        for (int process = 2; process < 2 + CROWD; process++) {
            story.sees(
                    new ProcessStarted(
                            process,
                            1,
                            "/usr/bin/node",
                            List.of("node", "install.js"),
                            Image.FILE,
                            List.of()));
        }
        return story.in(Phase.STOP).sees(new ResourcesUsed(9, 80_000_000, 256, refused, 0));
    }
}
