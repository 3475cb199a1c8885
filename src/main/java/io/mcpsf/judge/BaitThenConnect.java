package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.PackageObservation.ReleaseSeen;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Stamp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A decoy was read and then, from the same family of processes, something outside was called. */
final class BaitThenConnect implements Rule {

    /** Longer apart, and the two need not have to do with each other. */
    private static final long WINDOW_MICROS = 60_000_000;

    private static final About ABOUT =
            About.malice(
                            "bait-then-connect",
                            Family.CREDENTIALS,
                            Severity.CRITICAL,
                            Confidence.LIKELY)
                    .needs(Sense.FILES, Sense.SOCKETS)
                    .attack("T1552.001", "T1041")
                    .cwe("CWE-522", "CWE-200")
                    .owaspMcp("MCP01")
                    .says(
                            "Reads a credential, then contacts the network",
                            "Within a minute of opening a decoy without being asked, the server"
                                + " tried to reach an external address or name that no call"
                                + " mentioned. Each step alone may be innocent; in this order they"
                                + " look like theft.",
                            "Remove it, rotate the credentials within its reach, and search your"
                                    + " logs for connections to the destination.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        List<Sighting<BaitTouched>> reads =
                Baits.unexplainedReads(trail).stream()
                        .filter(read -> !Baits.declared(trail, read.what().kind()))
                        .filter(read -> !OwnRelease.only(trail, read.what().kind()))
                        .toList();
        List<Seen> exits = new ArrayList<>();
        if (!reads.isEmpty()) {
            // An open connection carries out as much as a new one.
            exits.addAll(Exits.unasked(trail));
            exits.addAll(Exits.unaskedMessages(trail));
            exits.sort(Comparator.comparingLong(Seen::seq));
        }
        var claims = new Claims(info(), trail);
        for (Sighting<BaitTouched> read : reads) {
            for (Seen exit : exits) {
                if (follows(trail, read.at(), exit.at())) {
                    claims.add(
                            "",
                            "Read the decoy %s and then tried to reach %s."
                                    .formatted(
                                            Message.cut(read.what().path()),
                                            Message.cut(Exits.destination(exit))),
                            new Seen(read.at(), read.what()),
                            exit);
                    break;
                }
            }
        }
        return claims.findings();
    }

    private static boolean follows(Trail trail, Stamp read, Stamp exit) {
        return exit.seq() > read.seq()
                && exit.micros() - read.micros() <= WINDOW_MICROS
                && (exit.process() == read.process()
                        || exit.process() == 0
                        || read.process() == 0
                        || trail.related(read.process(), exit.process()));
    }

    @Override
    public List<Example> examples() {
        var read = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var out = new Connected("tcp", "203.0.113.7", 443);
        return List.of(
                Example.spares("asks its registry for its own release", ownRelease()),
                Example.fires(
                        "asks its registry, and goes elsewhere too",
                        ownRelease().later(2).sees(out)),
                Example.spares(
                        "asks its registry for its own release, and uses its service",
                        ownRelease()
                                .sees(new Greeted("2025-06-18", "gitlab", "1", ""))
                                .calls(1, "list_projects", "{}")
                                .sees(new DnsAsked("gitlab.com", "A", "10.0.0.1"))),
                Example.fires(
                        "read, then connect", new Story().by(1).sees(read).later(2).sees(out)),
                Example.fires(
                        "a child carries it out",
                        new Story()
                                .starts(1, 0, "/usr/bin/node", "node", "server.js")
                                .sees(read)
                                .starts(2, 1, "/usr/bin/curl", "curl", "https://x.invalid")
                                .sees(new DnsAsked("x.invalid", "A", "10.0.0.1"))),
                Example.fires(
                        "over a connection that was open before",
                        new Story()
                                .by(1)
                                .sees(read)
                                .sees(
                                        new RequestSent(
                                                "HTTP/2",
                                                "POST",
                                                "https://x.invalid/a",
                                                "",
                                                4,
                                                "data",
                                                true))),
                Example.spares(
                        "connect, then read", new Story().by(1).sees(out).later(2).sees(read)),
                Example.spares(
                        "the connection is to itself",
                        new Story().by(1).sees(read).sees(new Connected("tcp", "127.0.0.1", 80))),
                Example.spares(
                        "a later call asked for the address",
                        new Story()
                                .by(1)
                                .sees(read)
                                .calls(1, "fetch", "{\"url\":\"https://203.0.113.7/\"}")
                                .sees(out)),
                Example.spares(
                        "ten minutes apart", new Story().by(1).sees(read).later(600).sees(out)));
    }

    private static Story ownRelease() {
        var npmrc = new BaitTouched("~/.npmrc", "npm", "/home/ana/.npmrc", Touch.READ);
        var request =
                new RequestSent(
                        "HTTP/1.1",
                        "GET",
                        "https://registry.npmjs.org/notes/latest",
                        "authorization: Bearer npm_x",
                        0,
                        "",
                        true);
        var left = new BaitLeft("~/.npmrc", "npm", "http", "registry.npmjs.org:443", "plain");
        return new Story()
                .sees(new ReleaseSeen("notes", "1.0.0", "", "", "", ""))
                .by(1)
                .sees(npmrc)
                .sees(new DnsAsked("registry.npmjs.org", "A", "10.0.0.1"))
                .sees(request)
                .sees(left);
    }
}
