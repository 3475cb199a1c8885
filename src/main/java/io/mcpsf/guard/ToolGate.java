package io.mcpsf.guard;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.Policy.ResultHandling;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds the tools of a server to the policy: calls that are denied or must be asked about, tools
 * whose definition is not the one that was pinned or first seen, results that speak to a model.
 */
public final class ToolGate implements FrameRules {

    private static final int MOST = 10_000;
    private static final String ASK = "mcpsf-ask-";

    /** Whose answers are looked into. */
    private static final Set<String> CONCERNED = Set.of("initialize", "tools/list", "tools/call");

    private final ToolPolicy policy;
    private final Consumer<Breach> breach;
    private final Consumer<RelayedLine> released;
    private final Consumer<String> tell;
    private final Map<String, String> asked = new LinkedHashMap<>();
    private final Map<String, Held> held = new HashMap<>();
    private final Map<String, String> first = new HashMap<>();
    private final Set<String> withheld = new HashSet<>();
    private boolean elicits;
    private int questions;

    @SuppressWarnings("ArrayRecordComponent") // handed on as it came, never compared
    private record Held(byte[] raw, RelayedLine line, JsonNode id, String tool) {}

    /** {@code released} hears of a call that goes on after somebody was asked. */
    public ToolGate(
            ToolPolicy policy,
            Consumer<Breach> breach,
            Consumer<RelayedLine> released,
            Consumer<String> tell) {
        this.policy = policy;
        this.breach = breach;
        this.released = released;
        this.tell = tell;
    }

    @Override
    public synchronized FrameDecision fromClient(RelayedLine line, byte[] raw) {
        for (Reading message : line.messages()) {
            if (message instanceof Reading.Request(JsonNode id, String method, JsonNode params)) {
                if (method.equals("initialize")) {
                    elicits = params.path("capabilities").has("elicitation");
                }
                Optional<FrameDecision> decided =
                        method.equals("tools/call")
                                ? call(new Held(raw, line, id, Json.text(params, "name")), params)
                                : Optional.empty();
                if (decided.isPresent()) {
                    return decided.get();
                }
                if (CONCERNED.contains(method) && asked.size() < MOST) {
                    asked.put(Json.text(id), method);
                }
            } else if (message instanceof Reading.Response(JsonNode id, Reply reply)
                    && id.isString()
                    && held.containsKey(id.asString())) {
                return decided(held.remove(id.asString()), reply);
            }
        }
        return FrameDecision.pass();
    }

    private Optional<FrameDecision> call(Held call, JsonNode params) {
        String tool = call.tool();
        if (withheld.contains(tool)) {
            return Optional.of(
                    refused(
                            call,
                            Violation.TOOL_CHANGED,
                            "the definition of " + tool + " changed"));
        }
        if (named(policy.rules().deny(), tool)) {
            return Optional.of(
                    refused(call, Violation.TOOL_DENIED, "the policy denies the tool " + tool));
        }
        if (!named(policy.rules().ask(), tool)) {
            return Optional.empty();
        }
        if (!elicits || call.line().messages().size() > 1 || held.size() >= MOST) {
            return Optional.of(
                    refused(
                            call,
                            Violation.TOOL_DENIED,
                            "the policy requires your approval for %s, and this client can't ask for it"
                                    .formatted(tool)));
        }
        String id = ASK + ++questions;
        held.put(id, call);
        return Optional.of(
                FrameDecision.answered(ToolAnswers.question(id, tool, params.path("arguments"))));
    }

    private FrameDecision decided(Held call, Reply reply) {
        boolean allowed =
                reply instanceof Reply.Ok(JsonNode result, long _)
                        && Json.text(result, "action").equals("accept")
                        && result.path("content").path("allow").asBoolean(false);
        if (!allowed) {
            return refused(call, Violation.TOOL_DENIED, call.tool() + " was not approved");
        }
        asked.put(Json.text(call.id()), "tools/call");
        released.accept(call.line());
        return FrameDecision.replaced(call.raw());
    }

    private FrameDecision refused(Held call, Violation violation, String why) {
        breach.accept(new Breach(violation, why));
        List<byte[]> answers =
                call.line().messages().stream()
                        .filter(Reading.Request.class::isInstance)
                        .map(
                                m ->
                                        ToolAnswers.refused(
                                                ((Reading.Request) m).id(), violation.name(), why))
                        .toList();
        return new FrameDecision.Instead(List.of(), answers);
    }

    @Override
    public synchronized FrameDecision fromServer(RelayedLine line, byte[] raw) {
        boolean concerns = false;
        for (Reading message : line.messages()) {
            concerns |=
                    message instanceof Reading.Response r && asked.containsKey(Json.text(r.id()));
        }
        if (!concerns) {
            return FrameDecision.pass();
        }
        JsonNode tree = Json.read(raw);
        boolean changed = false;
        for (JsonNode one : tree.isArray() ? tree : Json.array().add(tree)) {
            String method = asked.remove(Json.text(one.path("id")));
            if (method != null && one.path("result") instanceof ObjectNode result) {
                changed |=
                        switch (method) {
                            case "initialize" -> instructions(result);
                            case "tools/list" -> listed(result);
                            case "tools/call" -> read(result);
                            default -> false;
                        };
            }
        }
        return changed ? FrameDecision.replaced(Json.bytes(tree)) : FrameDecision.pass();
    }

    private boolean instructions(ObjectNode result) {
        String words = Json.text(result, "instructions");
        if (words.isEmpty() || policy.pins().holdsInstructions(SessionLog.cut(words))) {
            return false;
        }
        breach.accept(new Breach(Violation.TOOL_CHANGED, "the instructions of the server changed"));
        result.remove("instructions");
        return true;
    }

    /** Takes out every tool that is not what it was pinned as, or what it was a moment ago. */
    private boolean listed(ObjectNode result) {
        ArrayNode kept = Json.array();
        for (JsonNode tool : result.path("tools")) {
            String name = Json.text(tool, "name");
            String now = Json.text(tool);
            String was = first.size() < MOST ? first.putIfAbsent(name, now) : first.get(name);
            // Trees of objects are equal whatever the order of their members.
            boolean same = was == null || was.equals(now) || Json.read(was).equals(tool);
            if (same && policy.pins().holds(SessionLog.listed(0, tool))) {
                withheld.remove(name);
                kept.add(tool);
            } else if (withheld.add(name)) {
                breach.accept(
                        new Breach(
                                Violation.TOOL_CHANGED,
                                same
                                        ? "%s differs from the pinned definition".formatted(name)
                                        : "%s changed during the session".formatted(name)));
            }
        }
        boolean changed = kept.size() != result.path("tools").size();
        if (changed) {
            result.set("tools", kept);
        }
        return changed;
    }

    private boolean read(ObjectNode result) {
        ResultHandling handling = policy.rules().results();
        if (handling == ResultHandling.PASS) {
            return false;
        }
        Optional<String> why = policy.reader().suspicion(Json.text(result));
        why.ifPresent(
                words -> {
                    boolean block = handling == ResultHandling.BLOCK;
                    tell.accept(
                            "mcpsf: a result contains %s (%s)"
                                    .formatted(words, block ? "withheld" : "marked"));
                    if (block) {
                        ToolAnswers.block(result, words);
                    } else {
                        ToolAnswers.mark(result, words);
                    }
                });
        return why.isPresent();
    }

    private static boolean named(List<String> patterns, String tool) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, tool));
    }

    private static boolean matches(String pattern, String tool) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(tool);
        }
        String[] parts = pattern.split("\\*", -1);
        int at = parts[0].length();
        if (!tool.startsWith(parts[0])) {
            return false;
        }
        for (int i = 1; i < parts.length - 1; i++) {
            int found = tool.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        String last = parts[parts.length - 1];
        return tool.length() - last.length() >= at && tool.endsWith(last);
    }
}
