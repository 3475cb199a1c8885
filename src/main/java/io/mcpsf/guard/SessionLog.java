package io.mcpsf.guard;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ToolCoverage;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Writes down what a client and a server say to each other, in the words of an assessment, so that
 * the same rules judge it. Bounded in what it remembers; the notebook bounds what is kept.
 */
public final class SessionLog {

    private static final int NAME = 256;
    private static final int URI = 2 << 10;
    private static final int TEXT = 16 << 10;
    private static final int LONG_TEXT = 64 << 10;
    private static final int ANNOTATIONS = 4 << 10;

    /** Questions in flight and names that are remembered; a client that needs more is none. */
    private static final int MOST = 10_000;

    private final Notebook notebook;
    private final LongSupplier nanos;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Set<String> listed = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<Phase> reached = new HashSet<>();
    private int listing;
    private int open;

    public SessionLog(Notebook notebook, LongSupplier nanos) {
        this.notebook = notebook;
        this.nanos = nanos;
    }

    /** A question of the client's that waits for its answer. */
    private record Asked(String method, String tool, int call, long since) {}

    /** The client has said this, and it goes on to the server. */
    public synchronized void sent(RelayedLine line) {
        for (Reading message : line.messages()) {
            if (message instanceof Reading.Request(JsonNode id, String method, JsonNode params)) {
                request(Json.text(id), method, params);
            }
        }
    }

    /** The server has said this. */
    public synchronized void received(RelayedLine line) {
        for (Reading message : line.messages()) {
            switch (message) {
                case Reading.Response(JsonNode id, Reply reply) ->
                        Optional.ofNullable(asked.remove(Json.text(id)))
                                .ifPresent(question -> response(question, reply));
                case Reading.Request(_, String method, JsonNode params) ->
                        notebook.saw(new ServerAsked(cut(method, NAME), cut(params, TEXT)));
                case Reading.Notification(String method, JsonNode params)
                        when !method.startsWith("notifications/progress") ->
                        notebook.saw(new ServerAsked(cut(method, NAME), cut(params, TEXT)));
                case Reading.Notification _, Reading.Malformed _ -> {}
            }
        }
    }

    /** Which of the phases of a conversation came to an answer. */
    public synchronized Set<Phase> reached() {
        return Set.copyOf(reached);
    }

    public synchronized ToolCoverage tools() {
        return new ToolCoverage(listed.size(), called.size(), answered.size());
    }

    private void request(String id, String method, JsonNode params) {
        String tool = method.equals("tools/call") ? cut(Json.text(params, "name"), NAME) : "";
        int call = 0;
        switch (method) {
            case "initialize" -> notebook.enter(Phase.HANDSHAKE);
            case "tools/list" -> {
                notebook.enter(Phase.LIST);
                if (Json.text(params, "cursor").isEmpty()) {
                    listing++;
                }
            }
            case "tools/call" -> {
                call = notebook.beginCall();
                open++;
                keep(called, tool);
                notebook.saw(new ToolCalled(call, tool, cut(params.path("arguments"), TEXT)));
            }
            default -> {}
        }
        if (asked.size() < MOST) {
            asked.put(id, new Asked(method, tool, call, nanos.getAsLong()));
        }
    }

    private void response(Asked question, Reply reply) {
        if (question.method().equals("tools/call")) {
            answered(question, reply);
            return;
        }
        if (!(reply instanceof Reply.Ok(JsonNode result, long _))) {
            return;
        }
        switch (question.method()) {
            case "initialize" -> greeted(result);
            case "tools/list" -> tools(result);
            case "prompts/list" ->
                    result.path("prompts")
                            .forEach(
                                    one ->
                                            notebook.saw(
                                                    new PromptListed(
                                                            cut(Json.text(one, "name"), NAME),
                                                            cut(
                                                                    Json.text(one, "description"),
                                                                    TEXT))));
            case "resources/list" ->
                    result.path("resources")
                            .forEach(
                                    one ->
                                            notebook.saw(
                                                    new ResourceListed(
                                                            cut(Json.text(one, "uri"), URI),
                                                            cut(Json.text(one, "name"), NAME),
                                                            cut(
                                                                    Json.text(one, "description"),
                                                                    TEXT))));
            default -> {}
        }
    }

    private void greeted(JsonNode result) {
        reached.add(Phase.HANDSHAKE);
        JsonNode server = result.path("serverInfo");
        notebook.saw(
                new Greeted(
                        cut(Json.text(result, "protocolVersion"), NAME),
                        cut(Json.text(server, "name"), NAME),
                        cut(Json.text(server, "version"), NAME),
                        cut(Json.text(result, "instructions"), TEXT)));
    }

    private void tools(JsonNode result) {
        reached.add(Phase.LIST);
        for (JsonNode tool : result.path("tools")) {
            String name = cut(Json.text(tool, "name"), NAME);
            keep(listed, name);
            notebook.saw(listed(listing, tool));
        }
    }

    /** Cut as in an assessment, so that pins of the one hold in the other. */
    static ToolListed listed(int listing, JsonNode tool) {
        return new ToolListed(
                listing,
                cut(Json.text(tool, "name"), NAME),
                cut(Json.text(tool, "description"), TEXT),
                cut(tool.path("inputSchema"), LONG_TEXT),
                cut(tool.path("annotations"), ANNOTATIONS));
    }

    /** Instructions as they are written down. */
    static String cut(String words) {
        return cut(words, TEXT);
    }

    private void answered(Asked question, Reply reply) {
        reached.add(Phase.CALL);
        keep(answered, question.tool());
        long millis = (nanos.getAsLong() - question.since()) / 1_000_000;
        switch (reply) {
            case Reply.Ok(JsonNode result, long bytes) ->
                    notebook.saw(
                            new ToolAnswered(
                                    question.call(),
                                    question.tool(),
                                    result.path("isError").asBoolean(false)
                                            ? Answer.TOOL_ERROR
                                            : Answer.RESULT,
                                    millis,
                                    bytes,
                                    cut(result, LONG_TEXT)));
            case Reply.Err error ->
                    notebook.saw(
                            new ToolAnswered(
                                    question.call(),
                                    question.tool(),
                                    Answer.PROTOCOL_ERROR,
                                    millis,
                                    error.bytes(),
                                    cut(error.message(), TEXT)));
            case Reply.TimedOut _, Reply.Closed _ -> {}
        }
        // What two calls at once do is laid at the door of the later one.
        open--;
        if (open == 0) {
            notebook.endCall();
        }
    }

    private static void keep(Set<String> names, String name) {
        if (names.size() < MOST) {
            names.add(name);
        }
    }

    private static String cut(JsonNode node, int most) {
        return node.isMissingNode() ? "" : cut(Json.text(node), most);
    }

    private static String cut(String hostile, int most) {
        if (hostile.length() <= most) {
            return hostile;
        }
        int end = Character.isHighSurrogate(hostile.charAt(most - 1)) ? most - 1 : most;
        return hostile.substring(0, end);
    }
}
