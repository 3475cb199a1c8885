package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Several programs that say who and where one is, within a minute. */
final class Recon implements Rule {

    private static final int PROGRAMS = 4;
    private static final long WINDOW_MICROS = 60_000_000;

    /** Without uname and which, which half of all servers run to find their way. */
    private static final Set<String> ASKING =
            Set.of(
                    "whoami",
                    "id",
                    "hostname",
                    "w",
                    "who",
                    "users",
                    "last",
                    "ps",
                    "ip",
                    "ifconfig",
                    "netstat",
                    "ss",
                    "arp",
                    "route",
                    "lsof",
                    "lscpu",
                    "lsblk",
                    "getent",
                    "hostnamectl",
                    "groups",
                    "iptables");

    private static final About ABOUT =
            About.malice("recon", Family.DISCOVERY, Severity.MEDIUM, Confidence.LIKELY)
                    .needs(Sense.PROCESSES)
                    .attack("T1082", "T1033", "T1057", "T1016")
                    .cwe("CWE-497")
                    .owaspMcp("MCP08")
                    .says(
                            "Gathers information about the machine",
                            "Four different programs that show the user, the host or the network"
                                + " ran within a minute, which is what an intruder does first."
                                + " During a call it is a LOW finding, because a tool may be made"
                                + " for that.",
                            "Find out why it needs to know this about the machine and the user.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (boolean outside : new boolean[] {true, false}) {
            var window = new ArrayDeque<Seen>();
            for (Seen seen : trail.seen(ProcessStarted.class)) {
                if (seen.what() instanceof ProcessStarted started
                        && ASKING.contains(Programs.name(started))
                        && (seen.at().call() == 0) == outside
                        && !trail.asked(seen.at()).command(started.argv())) {
                    window.add(seen);
                    while (seen.at().micros() - window.getFirst().at().micros() > WINDOW_MICROS) {
                        window.removeFirst();
                    }
                    claim(claims, window, outside);
                }
            }
        }
        return claims.findings();
    }

    private static void claim(Claims claims, ArrayDeque<Seen> window, boolean outside) {
        var names = new TreeSet<String>();
        window.forEach(seen -> names.add(Programs.name((ProcessStarted) seen.what())));
        if (names.size() == PROGRAMS) {
            claims.add(
                    outside ? "outside" : "call",
                    "Ran %s within a minute.".formatted(Message.list(names, PROGRAMS)),
                    outside ? Severity.MEDIUM : Severity.LOW,
                    Confidence.LIKELY,
                    window);
        }
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "four in a row",
                        new Story()
                                .starts(2, 1, "/usr/bin/whoami", "whoami")
                                .starts(3, 1, "/usr/bin/id", "id")
                                .starts(4, 1, "/usr/bin/hostname", "hostname")
                                .starts(5, 1, "/usr/bin/ps", "ps", "aux")),
                Example.spares(
                        "the usual beginning",
                        new Story()
                                .starts(2, 1, "/usr/bin/uname", "uname", "-a")
                                .starts(3, 1, "/usr/bin/which", "which", "git")
                                .starts(4, 1, "/usr/bin/git", "git", "--version")
                                .starts(5, 1, "/usr/bin/id", "id")),
                Example.spares(
                        "four over four minutes",
                        new Story()
                                .starts(2, 1, "/usr/bin/whoami", "whoami")
                                .later(70)
                                .starts(3, 1, "/usr/bin/id", "id")
                                .later(70)
                                .starts(4, 1, "/usr/bin/hostname", "hostname")
                                .later(70)
                                .starts(5, 1, "/usr/bin/ps", "ps")));
    }
}
