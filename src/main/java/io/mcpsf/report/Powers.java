package io.mcpsf.report;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.Act;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the server was seen to be able to do, beside what its tools say about themselves. */
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

    /**
     * One thing that a server may be able to do. {@code declared} is in our words; {@code against}
     * says that it was seen although its tools deny it.
     */
    public record Power(
            String name, String declared, long times, List<Long> examples, boolean against) {}

    public Powers(Evidence evidence) {
        this.evidence = evidence;
        declare();
        Calm.of(evidence).seen().forEach(this::observe);
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
                                    times,
                                    observed.getOrDefault(name, List.of()),
                                    times > 0 && words.startsWith("denied")));
                });
        return List.copyOf(powers);
    }

    private void declare() {
        declared.put("run other programs", "not declared");
        declared.put("read files beyond its own", "not declared");
        declared.put("read credentials (decoys)", "not declared");
        declared.put("write files", hint("readOnlyHint", true, false));
        declared.put("delete files", hint("destructiveHint", false, true));
        declared.put("reach the network", hint("openWorldHint", false, true));
        declared.put("listen for connections", "not declared");
        declared.put("ask the client's model or user", "not declared");
    }

    /** What the hint says over all tools: {@code denying} is the value that denies the power. */
    private String hint(String name, boolean denying, boolean granting) {
        int tools = 0;
        int denied = 0;
        int granted = 0;
        for (var tool : evidence.of(Observation.ToolListed.class).toList()) {
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
            return "said by %d of %d tools (%s)".formatted(granted, tools, name);
        }
        return denied == 0
                ? "not declared"
                : "left open by %d of %d tools (%s)".formatted(tools - denied, tools, name);
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
            case Observation.ProcessStarted p when p.parent() != 0 ->
                    count("run other programs", seen);
            case Observation.BaitTouched _ -> count("read credentials (decoys)", seen);
            case Observation.FileOpened o
                    when o.access() == Access.READ && o.found() && foreign(o.path()) ->
                    count("read files beyond its own", seen);
            case Observation.FileChanged c
                    when c.change() != Observation.Change.DELETED
                            && c.content() != Observation.Content.FOLDER ->
                    count("write files", seen);
            case Observation.FileOpened o
                    when o.access() == Access.CREATE && !o.path().startsWith("/dev/") ->
                    count("write files", seen);
            case Observation.FileActed a when a.act() == Act.DELETE -> count("delete files", seen);
            case Observation.FlowOpened _ -> count("reach the network", seen);
            case Observation.Bound b when !b.transport().equals("unix") && b.port() != 0 ->
                    count("listen for connections", seen);
            case Observation.ServerAsked a when MODEL.contains(a.method()) ->
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
