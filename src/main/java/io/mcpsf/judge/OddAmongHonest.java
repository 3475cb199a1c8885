package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What few of the honest servers do and no argument explains: a reason for a second look. */
final class OddAmongHonest implements Rule {

    /** With fewer than these to compare with, nothing is rare. */
    private static final int HERD = 8;

    /** Rare is what at most one in this many does. */
    private static final int ONE_IN = 20;

    private static final int SHOWN = 5;

    private static final About ABOUT =
            About.malice("odd-among-honest", Family.DISCOVERY, Severity.LOW, Confidence.WEAK)
                    .needs(Sense.FILES, Sense.PROCESSES, Sense.SOCKETS)
                    .attack("T1204")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Does what few other servers do",
                            "Compares what the server did (programs, places of files, ports, rare"
                                + " system calls, by phase) with real servers of the same ecosystem"
                                + " that were assessed with no result. Shows the acts that at most"
                                + " one in twenty of them did and that no tool argument explains,"
                                + " the rarest first. Unusual is not hostile, so this weighs"
                                + " nothing.",
                            "Read what is listed; ask whether the server's purpose needs it.")
                    .trial();

    private final HonestActs honest = HonestActs.load();

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        String ecosystem = ecosystem(trail);
        HonestActs.Herd herd = honest.of(ecosystem);
        if (herd.servers() < HERD) {
            return claims.findings();
        }
        List<Map.Entry<String, Seen>> rare = new ArrayList<>();
        for (Map.Entry<String, Seen> act : ServerActs.of(trail).entrySet()) {
            if (herd.did(act.getKey()) * ONE_IN <= herd.servers()) {
                rare.add(act);
            }
        }
        rare.sort(Comparator.comparingInt(act -> herd.did(act.getKey())));
        List<Map.Entry<String, Seen>> shown = rare.subList(0, Math.min(SHOWN, rare.size()));
        if (!shown.isEmpty()) {
            claims.add(
                    "",
                    "Few of %d honest %s servers do this (their number in brackets): %s%s."
                            .formatted(
                                    herd.servers(),
                                    ecosystem,
                                    shown.stream()
                                            .map(act -> counted(herd, act.getKey()))
                                            .collect(Collectors.joining("; ")),
                                    rare.size() > SHOWN
                                            ? "; and %d more".formatted(rare.size() - SHOWN)
                                            : ""),
                    shown.stream().map(Map.Entry::getValue).toList());
        }
        return claims.findings();
    }

    private static String counted(HonestActs.Herd herd, String act) {
        return "%s (%d)".formatted(Message.cut(act), herd.did(act));
    }

    /** By the registry it is from, else by the program that it was started with. */
    static String ecosystem(Trail trail) {
        String kind = trail.evidence().file().subject().kind();
        if (kind.equals("npm") || kind.equals("pypi")) {
            return kind;
        }
        for (var started : trail.all(ServerStarted.class)) {
            String program =
                    started.what().command().isEmpty()
                            ? ""
                            : Paths.name(started.what().command().getFirst());
            if (program.startsWith("python")) {
                return "pypi";
            }
            if (program.equals("node") || program.equals("npx") || program.equals("bun")) {
                return "npm";
            }
        }
        return "";
    }

    @Override
    public List<Example> examples() {
        var keys = new FileOpened("/home/ana/.ssh/id_rsa", "", Access.READ, true);
        return List.of(
                Example.fires(
                        "keys are read at start, and a port that nobody uses is called",
                        node().sees(keys).sees(new Connected("tcp", "203.0.113.7", 4444))),
                Example.spares(
                        "what every server does",
                        node().sees(new FileOpened("/usr/lib/libc.so", "", Access.READ, true))),
                Example.spares(
                        "the call named the file",
                        node().in(Phase.CALL)
                                .calls(1, "read", "{\"path\":\"/home/ana/.ssh/id_rsa\"}")
                                .sees(keys)),
                Example.spares("no ecosystem to compare with", new Story().sees(keys)));
    }

    private static Story node() {
        return new Story()
                .in(Phase.START)
                .sees(new ServerStarted(List.of("node", "/opt/x/server.js"), "its manifest"));
    }
}
