package io.mcpsf.run.tools;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.broker.privacy.SlowPatternException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.RefusedStartException;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries the calls of one execution to the servers that a user has added. Each server is started
 * when it is first called, guarded, and ends with the execution. Code can call the tools that were
 * there when the server was added, as they were then, and nothing else of the protocol.
 */
public final class ToolRelay implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int MOST_CALLS = 10_000;
    private static final int NAME = 256;
    private static final int TEXT = 16 << 10;

    private final Map<String, Started> servers = new LinkedHashMap<>();
    private final Notebook notebook;
    private final Manner manner;
    private final PrivacyGate privacy;
    private final CanaryFinder standIns;
    private final AtomicInteger calls = new AtomicInteger();

    /** How servers are started: the runtime, where their sessions are kept, and who hears. */
    record Manner(String runtime, Path sessions, ToolSession.Hearers hearers) {}

    ToolRelay(
            List<AddedServer> added,
            Notebook notebook,
            PrivacyGate privacy,
            CanaryFinder standIns,
            Manner manner) {
        this.privacy = privacy;
        this.standIns = standIns;
        added.forEach(server -> servers.put(server.name(), new Started(server)));
        this.notebook = notebook;
        this.manner = manner;
    }

    /** What comes back is {@code result} as the server gave it, or {@code error}. */
    JsonNode answer(JsonNode hostile) throws InterruptedException {
        Started server = servers.get(Json.text(hostile, "server"));
        String tool = Json.text(hostile, "tool");
        if (server == null) {
            return CodeSocket.refusal("no server of that name was added");
        }
        int call = calls.incrementAndGet();
        if (call > MOST_CALLS) {
            return CodeSocket.refusal("more than %,d calls".formatted(MOST_CALLS));
        }
        JsonNode arguments = hostile.path("arguments");
        String name = cut(server.added.name() + "/" + tool, NAME);
        notebook.saw(new ToolCalled(call, name, cut(Json.text(arguments), TEXT)));
        if (misused(server.added.name(), arguments)) {
            return CodeSocket.refusal("a stand-in for a secret must not be passed to a server");
        }
        long begin = System.nanoTime();
        JsonNode sent = privacy.toDestination(server.added.name(), arguments);
        Reply reply = server.call(tool, sent.isObject() ? sent : Json.object());
        long millis = (System.nanoTime() - begin) / 1_000_000;
        return switch (reply) {
            case Reply.Ok(JsonNode result, long bytes) -> {
                boolean error = result.path("isError").asBoolean(false);
                // What it says stays in the sandbox; the server's own session has all of it.
                notebook.saw(
                        new ToolAnswered(
                                call,
                                name,
                                error ? Answer.TOOL_ERROR : Answer.RESULT,
                                millis,
                                bytes,
                                ""));
                yield shown(result);
            }
            case Reply.Err _, Reply.TimedOut _, Reply.Closed _ -> {
                String why = told(reply.why());
                notebook.saw(new ToolAnswered(call, name, Answer.PROTOCOL_ERROR, millis, 0, why));
                yield CodeSocket.refusal(why);
            }
        };
    }

    /** A stand-in works at the boundary alone: whoever gives it to a server gives it away. */
    private boolean misused(String server, JsonNode arguments) {
        List<Found> found = standIns.find(Json.bytes(arguments));
        for (Found one : found) {
            notebook.saw(
                    new BaitLeft(
                            one.bait(),
                            one.kind(),
                            "socket",
                            "the server " + server,
                            one.encoding()));
        }
        return !found.isEmpty();
    }

    /** An error quotes the server, which may quote anything. */
    private String told(String hostile) {
        try {
            return privacy.toCode(hostile);
        } catch (SlowPatternException e) {
            return "the error is withheld: " + e.getMessage();
        }
    }

    private JsonNode shown(JsonNode result) {
        try {
            return Json.object().set("result", privacy.toCode(result));
        } catch (SlowPatternException e) {
            return CodeSocket.refusal("the result is withheld: " + e.getMessage());
        }
    }

    /** Ends every server that was started, all at once. */
    @Override
    public void close() {
        List<Thread> ending =
                servers.values().stream()
                        .map(server -> Thread.ofVirtual().start(server::end))
                        .toList();
        ending.forEach(io.mcpsf.os.Last::of);
    }

    /** How a server that was added is run. */
    static GuardRequest request(AddedServer added, String runtime, Path sessions) {
        var subject =
                new AssessRequest(
                        added.start().source(),
                        List.of(),
                        added.start().arguments(),
                        added.start().env(),
                        List.of(),
                        "safe",
                        sessions,
                        runtime,
                        Duration.ZERO,
                        0);
        return new GuardRequest(subject, added.start().program(), added.merged(), "");
    }

    private static String cut(String hostile, int most) {
        return hostile.length() <= most ? hostile : hostile.substring(0, most);
    }

    /** A server that is started at most once. */
    private final class Started {

        private final AddedServer added;
        private final Map<String, String> tools = new LinkedHashMap<>();
        private Optional<ToolSession> session = Optional.empty();
        private String failed = "";
        private boolean over;

        Started(AddedServer added) {
            this.added = added;
        }

        Reply call(String tool, JsonNode arguments) throws InterruptedException {
            if (!added.tools().containsKey(tool)) {
                return new Reply.Closed("the server had no such tool when it was added");
            }
            Optional<ToolSession> running = running();
            if (running.isEmpty()) {
                return new Reply.Closed(failed);
            }
            if (!added.tools().get(tool).equals(tools.get(tool))) {
                return new Reply.Closed(
                        "this tool is not what it was when the server was added; look at it, and"
                                + " add the server again");
            }
            return running.get().call(tool, arguments, LONGEST);
        }

        private synchronized Optional<ToolSession> running() throws InterruptedException {
            if (session.isEmpty() && failed.isEmpty() && !over) {
                try {
                    ToolSession fresh =
                            ToolSession.start(
                                    request(added, manner.runtime(), manner.sessions()),
                                    manner.hearers());
                    session = Optional.of(fresh);
                    fresh.tools()
                            .forEach(
                                    tool ->
                                            tools.put(
                                                    Json.text(tool, "name"),
                                                    AddedServer.digest(tool)));
                } catch (RefusedStartException e) {
                    failed = e.getMessage() + ": " + e.why();
                }
            }
            return failed.isEmpty() ? session : Optional.empty();
        }

        private synchronized void end() {
            over = true;
            session.ifPresent(ToolSession::close);
        }
    }
}
