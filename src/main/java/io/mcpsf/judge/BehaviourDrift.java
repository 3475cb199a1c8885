package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** At its second start the server did what it had not done at the first. */
final class BehaviourDrift implements Rule {

    private static final About ABOUT =
            About.malice("behaviour-drift", Family.EVASION, Severity.MEDIUM, Confidence.WEAK)
                    .needs(Sense.PROCESSES, Sense.FILES, Sense.NETWORK)
                    .attack("T1480", "T1497")
                    .cwe("CWE-511")
                    .owaspMcp("MCP03")
                    .says(
                            "Behaves differently when started again",
                            "The server is started again in fresh sandboxes and gets some of the"
                                + " same requests, once from another client on what looks like a"
                                + " build machine, and with the clock ahead from other clients,"
                                + " users and machines. A decoy touched only then is a MEDIUM"
                                + " finding. A new host name or program, or a server that no longer"
                                + " initializes, is a LOW one because it may be chance.",
                            "Compare the starts in the evidence; look in the code for checks on the"
                                    + " client's name, the date and the environment.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        Set<String> before = new HashSet<>();
        Stream.of(DnsAsked.class, ProcessStarted.class, BaitTouched.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(seen -> seen.at().phase() != Phase.INSTALL && !seen.at().phase().again())
                .forEach(seen -> before.add(deed(seen)));
        Stream.of(DnsAsked.class, ProcessStarted.class, BaitTouched.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(BehaviourDrift::second)
                .filter(seen -> !deed(seen).isEmpty() && !before.contains(deed(seen)))
                .forEach(seen -> claim(claims, seen));
        boolean greeted = trail.all(Greeted.class).stream().anyMatch(g -> !g.at().phase().again());
        trail.all(Unanswered.class).stream()
                .filter(u -> greeted && u.at().phase() == Phase.RESTART)
                .filter(u -> u.what().what().equals("initialize"))
                .forEach(
                        u ->
                                claims.add(
                                        "silent",
                                        "It initialized for the first client but not for the"
                                                + " second.",
                                        Severity.LOW,
                                        Confidence.WEAK,
                                        List.of(new Seen(u.at(), u.what()))));
        return claims.findings();
    }

    private static boolean second(Seen seen) {
        return seen.at().phase() == Phase.RESTART || seen.at().phase() == Phase.LATER;
    }

    private static void claim(Claims claims, Seen seen) {
        boolean bait = seen.what() instanceof BaitTouched;
        claims.add(
                bait ? "bait" : "deed",
                "Only %s it %s."
                        .formatted(
                                seen.at().phase() == Phase.LATER
                                        ? "with a later date and in another guise"
                                        : "when started again",
                                deed(seen)),
                bait ? Severity.MEDIUM : Severity.LOW,
                Confidence.WEAK,
                List.of(seen));
    }

    /** What was done, in words that are the same in every start. */
    private static String deed(Seen seen) {
        return switch (seen.what()) {
            case DnsAsked(String name, _, _) ->
                    "looked up " + Message.cut(name.toLowerCase(java.util.Locale.ROOT));
            case ProcessStarted started ->
                    started.image() == Image.MISSING
                            ? ""
                            : "ran " + Message.cut(Programs.name(started));
            case BaitTouched(String bait, _, _, Touch touch) ->
                    touch == Touch.READ ? "read the decoy " + Message.cut(bait) : "";
            default -> "";
        };
    }

    @Override
    public List<Example> examples() {
        var bait = new BaitTouched("id_rsa", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var name = new DnsAsked("api.invalid", "A", "10.0.0.1");
        return List.of(
                Example.fires(
                        "a decoy only the second time",
                        new Story().sees(name).in(Phase.RESTART).sees(bait)),
                Example.fires(
                        "a program only the second time",
                        new Story().in(Phase.RESTART).starts(9, 1, "/usr/bin/curl", "curl", "x")),
                Example.fires(
                        "a decoy only a year later",
                        new Story().sees(name).in(Phase.LATER).sees(bait)),
                Example.spares(
                        "the same both times",
                        new Story().sees(name).sees(bait).in(Phase.RESTART).sees(name).sees(bait)),
                Example.spares("less the second time", new Story().sees(name).sees(bait)),
                Example.fires(
                        "it greets only the first client",
                        new Story()
                                .sees(new Greeted("2025-06-18", "notes", "1", ""))
                                .in(Phase.RESTART)
                                .sees(new Unanswered("initialize", "no answer"))),
                Example.spares(
                        "it never greets anybody",
                        new Story()
                                .in(Phase.RESTART)
                                .sees(new Unanswered("initialize", "no answer"))));
    }
}
