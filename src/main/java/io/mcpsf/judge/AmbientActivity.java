package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;

import java.util.List;

/** While nobody asked for anything, programs were started, places contacted or files written. */
final class AmbientActivity implements Rule {

    private static final About ABOUT =
            About.malice("ambient-activity", Family.MCP, Severity.LOW, Confidence.WEAK)
                    .needs(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS)
                    .attack("T1071")
                    .cwe("CWE-912")
                    .owaspMcp("MCP08")
                    .says(
                            "Active while idle",
                            "A server has nothing to do between calls. Activity while idle is its"
                                    + " own initiative, often telemetry or maintenance, sometimes"
                                    + " something it would rather not do during a call.",
                            "Check what it did while idle and whether its documentation explains"
                                    + " it.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(ProcessStarted.class)) {
            if (idle(seen)
                    && seen.what() instanceof ProcessStarted started
                    && started.image() != Image.MISSING) {
                claims.add(
                        "",
                        "Started %s while idle.".formatted(Message.cut(Programs.name(started))),
                        seen);
            }
        }
        for (Seen seen : Exits.all(trail)) {
            if (idle(seen)) {
                claims.add(
                        "",
                        "Tried to reach %s while idle."
                                .formatted(Message.cut(Exits.destination(seen))),
                        seen);
            }
        }
        for (Seen seen : trail.seen(BaitTouched.class)) {
            if (idle(seen) && seen.what() instanceof BaitTouched bait) {
                claims.add(
                        "",
                        "Touched the decoy %s while idle.".formatted(Message.cut(bait.path())),
                        seen);
            }
        }
        for (Seen seen : Writes.of(trail)) {
            if (idle(seen) && !HarmlessPlaces.scratch(Writes.path(seen))) {
                claims.add(
                        "",
                        "Changed %s while idle.".formatted(Message.cut(Writes.path(seen))),
                        seen);
            }
        }
        return claims.findings();
    }

    private static boolean idle(Seen seen) {
        return seen.at().call() == 0 && seen.at().phase() == Phase.IDLE;
    }

    @Override
    public List<Example> examples() {
        var out = new Connected("tcp", "203.0.113.7", 443);
        return List.of(
                Example.fires("connects while idle", new Story().in(Phase.IDLE).sees(out)),
                Example.fires(
                        "starts a program while idle",
                        new Story().in(Phase.IDLE).starts(2, 1, "/usr/bin/curl", "curl")),
                Example.spares(
                        "connects during a call", new Story().calls(1, "get", "{}").sees(out)),
                Example.spares(
                        "writes its cache while idle",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(
                                        new FileOpened(
                                                "/home/ana/.cache/x", "x", Access.CREATE, false))));
    }
}
