package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.StageServed;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.Map;

/** What the server downloaded, it ran: our harmless program in its place tells so itself. */
final class StageExecuted implements Rule {

    private static final About ABOUT =
            About.malice("stage-executed", Family.EXECUTION, Severity.CRITICAL, Confidence.PROVEN)
                    .needs(Sense.NETWORK, Sense.PROCESSES)
                    .attack("T1105", "T1059")
                    .cwe("CWE-494", "CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Downloads a program and runs it",
                            "Programs and scripts that a server downloads are replaced by a"
                                + " harmless test program that reports when it runs, and it ran."
                                + " Whoever controls the download URL decides what runs. When the"
                                + " call mentioned the URL it is a MEDIUM finding.",
                            "Remove it; what it runs can change at any time without a new"
                                    + " release.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        Map<String, Long> made = Writes.own(trail);
        for (Seen served : trail.seen(StageServed.class)) {
            var stage = (StageServed) served.what();
            for (Sighting<ProcessStarted> run : trail.all(ProcessStarted.class)) {
                boolean named = run.what().argv().stream().anyMatch(a -> a.contains(stage.tag()));
                if (run.at().seq() > served.seq() && (named || copy(stage, served, run, made))) {
                    claim(trail, claims, served, run, named);
                    break;
                }
            }
        }
        return claims.findings();
    }

    /** A binary can't call its name: it is known by the file that was made after the download. */
    private static boolean copy(
            StageServed stage, Seen served, Sighting<ProcessStarted> run, Map<String, Long> made) {
        return stage.form().equals("elf")
                && run.what().image() == Image.FILE
                && made.getOrDefault(run.what().path(), 0L) > served.seq();
    }

    private static void claim(
            Trail trail, Claims claims, Seen served, Sighting<ProcessStarted> run, boolean proven) {
        var stage = (StageServed) served.what();
        boolean asked = trail.asked(served.at()).host(Hosts.of(stage.url()));
        claims.add(
                asked ? "asked" : "",
                "Downloaded %s and ran it.".formatted(Message.cut(stage.url())),
                asked ? Severity.MEDIUM : Severity.CRITICAL,
                proven && !asked ? Confidence.PROVEN : Confidence.LIKELY,
                List.of(served, new Seen(run.at(), run.what())));
    }

    @Override
    public List<Example> examples() {
        var script = new StageServed("http://198.51.100.9/i.sh", "tag4711", "shell");
        var binary = new StageServed("http://198.51.100.9/x.bin", "tag4712", "elf");
        return List.of(
                Example.fires(
                        "a script into a shell",
                        new Story()
                                .sees(script)
                                .starts(3, 2, "/usr/bin/env", "env", "true", "tag4711")),
                Example.fires(
                        "a binary from its file",
                        new Story()
                                .sees(binary)
                                .sees(new FileOpened("/home/ana/x", "x", Access.CREATE, false))
                                .starts(3, 2, "/home/ana/x", "x")),
                Example.spares(
                        "downloaded and only looked at",
                        new Story()
                                .sees(script)
                                .starts(3, 2, "/usr/bin/sha256sum", "sha256sum", "i.sh")),
                Example.spares(
                        "a file that was there before",
                        new Story()
                                .sees(new FileOpened("/home/ana/x", "x", Access.CREATE, false))
                                .sees(binary)
                                .starts(3, 2, "/home/ana/x", "x")));
    }
}
