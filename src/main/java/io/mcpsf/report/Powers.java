package io.mcpsf.report;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.Health;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the server says that it does, what its code is able to do, and what it was seen to do, side
 * by side.
 */
public final class Powers {

    private static final int MAX_EXAMPLES = 3;

    /** What every program reads to start. */
    private static final List<String> EVERYDAY =
            List.of(
                    "/usr/", "/lib", "/bin/", "/sbin/", "/etc/", "/proc", "/sys/", "/dev/", "/opt/",
                    "/tmp/");

    private static final Set<String> MODEL = Set.of("sampling/createMessage", "elicitation/create");

    private final Evidence evidence;
    private final Map<String, String> declared = new LinkedHashMap<>();
    private final Map<String, List<Long>> observed = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();

    /** What no sensor sees as such. */
    private static final Set<String> UNSEEN =
            Set.of(
                    "run code made at run time",
                    "load machine code",
                    "read its environment",
                    "use cryptography");

    /** The word for it in evidence about code. */
    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("run other programs", "process"),
                    Map.entry("read files beyond its own", "filesystem"),
                    Map.entry("write files", "filesystem"),
                    Map.entry("delete files", "filesystem"),
                    Map.entry("reach the network", "network"),
                    Map.entry("run code made at run time", "dynamic-code"),
                    Map.entry("load machine code", "native"),
                    Map.entry("read its environment", "environment"),
                    Map.entry("use cryptography", "crypto"));

    /**
     * One thing that a server may be able to do. {@code declared} is in our words; {@code against}
     * says that it was seen although its tools deny it.
     */
    public record Power(String name, String declared, Code code, Seeing seen, boolean against) {}

    /** What its code says of it: in our words, and the observations that show it. */
    public record Code(String words, List<Long> examples) {}

    /** How often it was seen, and the first times. {@code watched} is false where nobody could. */
    public record Seeing(long times, List<Long> examples, boolean watched) {

        public String words() {
            if (times == 0) {
                return watched ? "not seen" : "not observable";
            }
            return times == 1 ? "once" : times + " times";
        }
    }

    public Powers(Evidence evidence) {
        this.evidence = evidence;
        declare();
        // What the package manager does while it installs is not the server's doing.
        Calm.of(evidence).seen().stream()
                .filter(seen -> seen.at().phase() != Phase.INSTALL)
                .forEach(this::observe);
    }

    public List<Power> all() {
        var powers = new ArrayList<Power>();
        declared.forEach(
                (name, words) -> {
                    long times = counts.getOrDefault(name, 0L);
                    powers.add(
                            new Power(
                                    name,
                                    words,
                                    code(name),
                                    new Seeing(
                                            times,
                                            observed.getOrDefault(name, List.of()),
                                            !UNSEEN.contains(name)),
                                    times > 0 && words.startsWith("denied")));
                });
        return List.copyOf(powers);
    }

    private void declare() {
        declared.put("run other programs", documented("process"));
        declared.put("read files beyond its own", documented("filesystem"));
        declared.put("read credentials (decoys)", "not declared");
        declared.put("write files", hint("readOnlyHint", true, false, "filesystem"));
        declared.put("delete files", hint("destructiveHint", false, true, ""));
        declared.put("reach the network", hint("openWorldHint", false, true, "network"));
        declared.put("listen for connections", "not declared");
        declared.put("ask the client's model or user", "not declared");
        for (String unseen : List.of("dynamic-code", "native", "environment", "crypto")) {
            WORDS.forEach(
                    (name, word) -> {
                        if (word.equals(unseen)) {
                            declared.put(name, documented(unseen));
                        }
                    });
        }
    }

    /** What the documents of the server say; words only, so it is quoted by its place. */
    private String documented(String power) {
        return evidence.of(CodeObservation.PowerDeclared.class)
                .filter(seen -> seen.what().power().equals(power))
                .map(seen -> "mentioned in " + file(seen.what().where()))
                .findFirst()
                .orElse("not declared");
    }

    private static String places(long number) {
        return number == 1 ? "one place" : number + " places";
    }

    private static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private Code code(String name) {
        String word = WORDS.getOrDefault(name, "");
        if (word.isEmpty()) {
            return new Code("", List.of());
        }
        SenseHealth health = evidence.coverage().sense(Sense.CODE);
        if (health.health() == Health.BLIND) {
            return new Code("not read", List.of());
        }
        var own = new ArrayList<Evidence.Sighting<CodeObservation.PowerInCode>>();
        var others = new ArrayList<Evidence.Sighting<CodeObservation.PowerInCode>>();
        evidence.of(CodeObservation.PowerInCode.class)
                .filter(seen -> seen.what().power().equals(word))
                .forEach(seen -> (seen.what().depth() == 0 ? own : others).add(seen));
        var shown = own.isEmpty() ? others : own;
        if (shown.isEmpty()) {
            return new Code("not found", List.of());
        }
        String via = shown.getFirst().what().via();
        String words =
                own.isEmpty()
                        ? "in libraries (%s)".formatted(via)
                        : places(own.getFirst().what().places()) + " (" + via + ")";
        return new Code(words, shown.stream().map(s -> s.at().seq()).limit(MAX_EXAMPLES).toList());
    }

    /** What the hint says over all tools: {@code denying} is the value that denies the power. */
    private String hint(String name, boolean denying, boolean granting, String power) {
        int tools = 0;
        int denied = 0;
        int granted = 0;
        for (var tool : evidence.of(ProtocolObservation.ToolListed.class).toList()) {
            if (tool.what().listing() == 1) {
                tools++;
                JsonNode value = annotations(tool.what().annotations()).path(name);
                denied += value.isBoolean() && value.asBoolean() == denying ? 1 : 0;
                granted += value.isBoolean() && value.asBoolean() == granting ? 1 : 0;
            }
        }
        if (tools > 0 && denied == tools) {
            return "denied by all %d tools (%s)".formatted(tools, name);
        }
        if (granted > 0) {
            return "declared by %d of %d tools (%s)".formatted(granted, tools, name);
        }
        return denied == 0
                ? documented(power)
                : "not ruled out by %d of %d tools (%s)".formatted(tools - denied, tools, name);
    }

    private static JsonNode annotations(String hostile) {
        try {
            return hostile.isEmpty() ? Json.object() : Json.read(hostile);
        } catch (BadJsonException e) {
            return Json.object();
        }
    }

    private void observe(Seen seen) {
        switch (seen.what()) {
            case ProcessObservation.ProcessStarted p when p.parent() != 0 ->
                    count("run other programs", seen);
            case FileObservation.BaitTouched _ -> count("read credentials (decoys)", seen);
            case FileObservation.FileOpened o
                    when o.access() == Access.READ && o.found() && foreign(o.path()) ->
                    count("read files beyond its own", seen);
            case FileObservation.FileChanged c
                    when c.change() != FileObservation.Change.DELETED
                            && c.content() != FileObservation.Content.FOLDER ->
                    count("write files", seen);
            case FileObservation.FileOpened o
                    when o.access() == Access.CREATE && !o.path().startsWith("/dev/") ->
                    count("write files", seen);
            case FileObservation.FileActed a when a.act() == Act.DELETE ->
                    count("delete files", seen);
            case NetworkObservation.FlowOpened _ -> count("reach the network", seen);
            case SocketObservation.Bound b when !b.transport().equals("unix") && b.port() != 0 ->
                    count("listen for connections", seen);
            case ProtocolObservation.ServerAsked a when MODEL.contains(a.method()) ->
                    count("ask the client's model or user", seen);
            default -> {}
        }
    }

    private static boolean foreign(String path) {
        return EVERYDAY.stream().noneMatch(path::startsWith);
    }

    private void count(String power, Seen seen) {
        counts.merge(power, 1L, Long::sum);
        List<Long> examples = observed.computeIfAbsent(power, key -> new ArrayList<>());
        if (examples.size() < MAX_EXAMPLES) {
            examples.add(seen.seq());
        }
    }
}
