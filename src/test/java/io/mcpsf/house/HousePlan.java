package io.mcpsf.house;

import io.mcpsf.house.Compiled.Member;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which package may import which, and which doors of the JDK are open to one of them only. A new
 * package is one line here and, by {@code bin/golden}, one in the table of docs/architecture.md.
 */
final class HousePlan {

    /** Name, what it may import, what it holds. */
    private static final String PLAN =
            """
            model |  | the vocabulary: records, sealed interfaces, enums
            text |  | makes hostile strings printable, per sink
            version |  | versions and ranges as npm and Python read them
            json | model | bounded reading, canonical writing, the evidence format
            os | text | the only `ProcessBuilder`; undo stack; temporary trees
            linux |  | typed system calls; the only `java.lang.foreign`
            web | model | our own HTTP access: proxies, certificates, time-outs, the public-address check; creates every `HttpClient`; decodes chunked bodies
            source | model text | what the user typed → `Target`
            acquire | model json os version web | `Target` → `Artifact`: bytes we hold, never run on the host
            inspect | model json text os version web | static analysis: start commands, packages, advisories, [code](code.md)
            bait | model | decoys, and finding their content in any bytes
            sandbox | model os json linux | `Executor`, `Sandbox`, `SandboxSpec`; below it `oci` (crun, runc, gVisor), `docker`, `vm` (QEMU), `host` (cleaning up what a killed run left)
            boundary | model bait os json linux web | the sandbox's network
            observe | model bait os json linux sandbox | `Sensor`, `Watch`; below it `notify`, `ebpf` (the second witness, and the sensor where no listener can be had or is wanted), `seccheck` (gVisor), `guest` (virtual machines), `files`, `resources`
            mcp | model json web | the wire: frames byte for byte, with our parse of them; `Transport` is standard streams or, below it, `http` over an injected `Dialer`
            interrogate | model mcp bait json | the MCP session, step by step; below it `fuzz` (the attacks) and `llm` (the optional language model)
            judge | model text | rules, chains, verdict, score
            report | model json text | screen, JSON, Markdown; below it the HTML page, formats for CI and other tools, profiles, the diff of two cases
            policy | model json text | what a run may do: the record, its file, its layers, its explanation; enforces nothing
            discover | model json text | the servers configured in MCP clients; reads files, starts nothing
            guard | model json text mcp policy | sits between a real client and a server in the sandbox: relays frames byte for byte, or refuses them
            broker | model json | the secrets that a user keeps, sealed at rest, and the record of their use
            exec | model json text policy | agent-written code: its language, scan results under a policy, the execution log; runs nothing
            scope | model json os | what belongs to a project and may be scanned, each entry with its reason; sends nothing
            scan | model json | scanners for your own project: what they may be asked to do, their arguments, their output
            store | model json os | cases on disk
            run | all above | the conductor: order, deadlines, clean-up
            service | run report store source model json text os web exec policy | assessments and sessions over HTTP; below it `api`, `job` (the queue), `worker`, `access` (keys, audit), `storage`, `client`, `kubernetes` (jobs as pods); see [service](service.md)
            agent | run report store source model json text exec policy discover | mcpsf as an MCP server for agents: its tools, its resources, what comes from a sample marked as data
            cli | run report store source model json text service policy broker exec agent discover scope scan web | the command line: arguments in, exit code out
            """;

    private static final String ALL_ABOVE = "all above";

    private static final Map<String, Room> ROOMS = rooms(PLAN);

    /** A JDK type, or all of a JDK package, that only one room may touch. */
    private static final Map<String, String> ONE_ROOM =
            Map.of("java/lang/ProcessBuilder", "os", "java/lang/foreign/", "linux");

    /** Functions of what they are given: no clock, no chance, no file, no network, no thread. */
    private static final Set<String> PURE =
            Set.of("judge", "model", "report", "text", "json", "version");

    private HousePlan() {}

    private static Map<String, Room> rooms(String plan) {
        var rooms = new LinkedHashMap<String, Room>();
        for (String line : plan.lines().toList()) {
            String[] cells = line.split("\\s*\\|\\s*", 3);
            Set<String> may =
                    switch (cells[1]) {
                        case "" -> Set.of();
                        case ALL_ABOVE -> rooms.keySet();
                        default -> new TreeSet<>(Arrays.asList(cells[1].split(" ")));
                    };
            rooms.put(cells[0], new Room(cells[0], cells[2], may));
        }
        return rooms;
    }

    static Set<String> rooms() {
        return ROOMS.keySet();
    }

    /** The plan as it stands in docs/architecture.md. */
    static String table() {
        var table = new StringBuilder("| package | contents | may import |\n|---|---|---|\n");
        for (String line : PLAN.lines().toList()) {
            String[] cells = line.split("\\s*\\|\\s*", 3);
            table.append(
                    "| `%s` | %s | %s |\n"
                            .formatted(cells[0], cells[2], cells[1].isEmpty() ? "–" : cells[1]));
        }
        return table.toString();
    }

    /** Every offence in these classes, one sentence each. */
    static List<String> offences(List<Compiled> classes) {
        var offences = new ArrayList<String>();
        classes.forEach(one -> check(one, offences));
        return offences;
    }

    private static void check(Compiled one, List<String> offences) {
        String name = one.name();
        String room = Compiled.room(one.folder());
        if (!ROOMS.containsKey(room)) {
            offences.add(name + " is in a room that the plan does not have: " + room);
            return;
        }
        imports(one, ROOMS.get(room), offences);
        ONE_ROOM.forEach(
                (door, owner) -> {
                    if (!room.equals(owner)
                            && one.types().stream().anyMatch(t -> behind(door, t))) {
                        offences.add(name + " uses " + door + ", which is for " + owner + " alone");
                    }
                });
        if (PURE.contains(room)) {
            PureJdk.impurities(one).forEach(used -> offences.add(name + " uses " + used));
        }
        if (!room.equals("web") && one.members().stream().anyMatch(HousePlan::newHttpClient)) {
            offences.add(name + " makes an HttpClient, which is for web alone");
        }
        if (!room.equals("cli") && one.members().stream().anyMatch(HousePlan::standardStream)) {
            offences.add(name + " writes to System.out or System.err");
        }
    }

    private static void imports(Compiled one, Room room, List<String> offences) {
        var others = new TreeSet<String>();
        one.ours().forEach(type -> others.add(Compiled.folder(type)));
        for (String other : others) {
            String otherRoom = Compiled.room(other);
            if (!otherRoom.equals(room.name()) && !room.mayImport().contains(otherRoom)) {
                offences.add(
                        one.name() + " imports " + other + ", which " + room.name() + " may not");
            }
            if (room.name().equals("observe") && other.startsWith("sandbox.")) {
                offences.add(
                        "%s imports %s, and only the top of sandbox is open to it"
                                .formatted(one.name(), other));
            }
            if (siblings(one.folder(), other)) {
                offences.add(one.name() + " imports its sibling " + other);
            }
        }
    }

    private static boolean behind(String door, String type) {
        return door.endsWith("/") ? type.startsWith(door) : type.equals(door);
    }

    private static boolean newHttpClient(Member used) {
        return used.owner().equals("java/net/http/HttpClient") && used.name().startsWith("new");
    }

    private static boolean standardStream(Member used) {
        return used.owner().equals("java/lang/System")
                && (used.name().equals("out") || used.name().equals("err"));
    }

    /**
     * Executors and sensors never know each other: sandbox.oci and sandbox.docker, observe.notify
     * and observe.files. What executors on this host have in common is in sandbox.host, which knows
     * none of them.
     */
    private static boolean siblings(String mine, String other) {
        return mine.contains(".")
                && other.contains(".")
                && !mine.equals(other)
                && !other.equals("sandbox.host")
                && Compiled.room(mine).equals(Compiled.room(other))
                && (mine.startsWith("sandbox.") || mine.startsWith("observe."));
    }
}
