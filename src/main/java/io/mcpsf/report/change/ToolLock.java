package io.mcpsf.report.change;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code mcpsf.lock}: the tools of servers as they were when somebody looked at them, so that a
 * later change of a definition does not pass unseen.
 */
public final class ToolLock {

    private static final int VERSION = 1;
    private static final int MAX_DESCRIPTION = 2_000;

    private final ObjectNode root;

    private ToolLock(ObjectNode root) {
        this.root = root;
    }

    public static ToolLock empty() {
        ObjectNode root = Json.object().put("lockVersion", VERSION);
        root.putObject("servers");
        return new ToolLock(root);
    }

    /** Reads a lock file, or throws {@link BadJsonException}. */
    public static ToolLock read(String json) {
        if (Json.read(json) instanceof ObjectNode root
                && root.path("lockVersion").asInt(0) == VERSION
                && root.path("servers").isObject()) {
            return new ToolLock(root);
        }
        throw new BadJsonException("not an mcpsf.lock of version " + VERSION);
    }

    public String text() {
        return JsonText.visible(Json.pretty(root));
    }

    /** Pins the tools of a case under its server's name; says how many there are. */
    public int pin(Evidence evidence) {
        Map<String, ToolPins.Pin> pins = ToolPins.of(evidence);
        var sorted = new TreeMap<String, JsonNode>();
        servers().properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        ObjectNode server =
                Json.object()
                        .put("version", evidence.file().subject().version())
                        .put("source", evidence.file().subject().source())
                        .put("sha256", evidence.file().subject().sha256())
                        .put("case", evidence.file().id());
        ObjectNode tools = server.putObject("tools");
        pins.forEach(
                (name, pin) ->
                        tools.putObject(name)
                                .put("digest", pin.digest())
                                .put("description", capped(pin.description())));
        sorted.put(evidence.file().subject().name(), server);
        ObjectNode servers = root.putObject("servers");
        sorted.forEach(servers::set);
        return pins.size();
    }

    public boolean knows(String server) {
        return servers().has(server);
    }

    /** How the tools of a case differ from how they were pinned; empty when they don't. */
    public List<CaseDiff.Change> verify(Evidence evidence) {
        JsonNode pinned = servers().path(evidence.file().subject().name()).path("tools");
        Map<String, ToolPins.Pin> now = ToolPins.of(evidence);
        var names = new TreeSet<>(now.keySet());
        names.addAll(pinned.propertyNames());
        var changes = new ArrayList<CaseDiff.Change>();
        for (String name : names) {
            ToolPins.Pin pin = now.get(name);
            JsonNode was = pinned.path(name);
            if (pin == null) {
                changes.add(new CaseDiff.Change('-', "tool", name));
            } else if (was.isMissingNode()) {
                changes.add(new CaseDiff.Change('+', "tool", name + ": " + pin.description()));
            } else if (!Json.text(was, "digest").equals(pin.digest())) {
                boolean words = !Json.text(was, "description").equals(capped(pin.description()));
                changes.add(
                        new CaseDiff.Change(
                                '~',
                                "tool",
                                name
                                        + (words
                                                ? ": now says: " + pin.description()
                                                : ": its schema or annotations changed")));
            }
        }
        return List.copyOf(changes);
    }

    /** Whether a tool is as it was pinned; one that was never pinned is not. */
    public boolean holds(String server, ToolListed tool) {
        JsonNode pinned = servers().path(server).path("tools").path(tool.name());
        return Json.text(pinned, "digest").equals(ToolPins.pin(tool).digest());
    }

    /** The same of the words that a server says about itself. */
    public boolean holdsInstructions(String server, String words) {
        JsonNode pinned = servers().path(server).path("tools").path(ToolPins.INSTRUCTIONS);
        return Json.text(pinned, "digest").equals(ToolPins.digest(words));
    }

    private ObjectNode servers() {
        return (ObjectNode) root.path("servers");
    }

    private static String capped(String text) {
        return text.length() <= MAX_DESCRIPTION ? text : text.substring(0, MAX_DESCRIPTION);
    }
}
