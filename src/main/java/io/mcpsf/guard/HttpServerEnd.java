package io.mcpsf.guard;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Fault;
import io.mcpsf.mcp.Inbox;
import io.mcpsf.mcp.LineReader;
import io.mcpsf.mcp.Link;
import io.mcpsf.mcp.Outgoing;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;
import io.mcpsf.mcp.Reply;
import io.mcpsf.mcp.ToolTraits;
import io.mcpsf.mcp.Transport;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server that speaks MCP over HTTP, as one end of a relay. A frame goes out as the body that it
 * came as; what the server answers, or says by itself, comes out one by one. What HTTP says in the
 * place of an answer becomes an error in MCP, because whoever asked waits for one.
 */
public final class HttpServerEnd implements FrameSource, FrameSink {

    private static final int ROOM = 1_000;
    private static final Duration LOOK = Duration.ofMillis(200);

    /** JSON-RPC's own code for what broke within. */
    private static final int BROKEN = -32_603;

    private final BlockingQueue<LineReader.Line> frames = new ArrayBlockingQueue<>(ROOM);
    private final CompletableFuture<Link> link = new CompletableFuture<>();
    private final Map<Long, Map<String, Question>> open = new HashMap<>();
    private final ToolTraits traits = new ToolTraits();
    private final Budget budget = Budget.endless();
    private final Odd odd;
    private long last;
    private volatile boolean ended;

    /** A question of the client's that waits for its answer. */
    private record Question(JsonNode id, String method) {}

    /** Hears what is wrong with the carrier. */
    @FunctionalInterface
    public interface Odd {
        void saw(String why, long bytes, byte[] beginning);
    }

    private HttpServerEnd(Odd odd) {
        this.odd = odd;
    }

    public static HttpServerEnd open(Transport transport, Odd odd) {
        var end = new HttpServerEnd(odd);
        end.link.complete(transport.open(end.inbox(), end.budget));
        return end;
    }

    @Override
    public void write(byte[] frame, boolean broken) throws IOException {
        JsonNode tree = Json.read(frame);
        long number = asked(RelayedLine.read(frame));
        Map<String, String> headers =
                Json.text(tree, "method").equals("tools/call")
                        ? traits.headers(tree.path("params"))
                        : Map.of();
        ObjectNode json = tree instanceof ObjectNode object ? object : Json.object();
        try {
            if (!link.join().offer(new Outgoing(number, json, frame, headers), budget.patience())) {
                throw new IOException("the server takes no more requests");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while sending");
        }
    }

    @Override
    public void close() {
        ended = true;
        link.join().end();
    }

    @Override
    public Optional<LineReader.Line> next() throws IOException {
        try {
            while (true) {
                boolean over = ended;
                LineReader.Line frame = frames.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (frame != null || over) {
                    return Optional.ofNullable(frame);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the server");
        }
    }

    /** Remembers what wants an answer; the number that the carrier knows it by, 0 for none. */
    private synchronized long asked(RelayedLine line) {
        var questions = new HashMap<String, Question>();
        for (Reading message : line.messages()) {
            switch (message) {
                case Reading.Request(JsonNode id, String method, _) ->
                        questions.put(Json.text(id), new Question(id, method));
                case Reading.Notification(String method, JsonNode params)
                        when method.equals("notifications/cancelled") ->
                        cancelled(Json.text(params.path("requestId")));
                case Reading.Notification _, Reading.Response _, Reading.Malformed _ -> {}
            }
        }
        if (questions.isEmpty()) {
            return 0;
        }
        open.put(++last, questions);
        return last;
    }

    /** No answer will come, or none that anybody waits for. */
    private void cancelled(String id) {
        Set<Long> before = Set.copyOf(open.keySet());
        forget(id);
        for (Long number : before) {
            if (!open.containsKey(number)) {
                link.join().giveUp(number);
            }
        }
    }

    private void forget(String id) {
        open.values().forEach(questions -> questions.remove(id));
        open.values().removeIf(Map::isEmpty);
    }

    private synchronized void answered(RelayedLine line) {
        for (Reading message : line.messages()) {
            if (message instanceof Reading.Response(JsonNode id, Reply reply)) {
                String key = Json.text(id);
                open.values().stream()
                        .flatMap(questions -> Optional.ofNullable(questions.get(key)).stream())
                        .findFirst()
                        .ifPresent(question -> learn(question.method(), reply));
                forget(key);
            }
        }
    }

    private void learn(String method, Reply reply) {
        if (!(reply instanceof Reply.Ok(JsonNode result, long _))) {
            return;
        }
        if (method.equals("initialize")) {
            link.join().agreed(Json.text(result, "protocolVersion"));
        }
        result.path("tools").forEach(tool -> traits.note(method, tool));
    }

    private synchronized Map<String, Question> unanswered(long number) {
        return Optional.ofNullable(open.remove(number)).orElse(Map.of());
    }

    private synchronized boolean waits(long number) {
        return open.containsKey(number);
    }

    /** Waits for room: a server that talks faster than its client listens is slowed down. */
    private boolean put(LineReader.Line frame) {
        try {
            while (!ended) {
                if (frames.offer(frame, LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static byte[] error(JsonNode id, Reply.Err instead) {
        ObjectNode frame = Json.object().put("jsonrpc", "2.0");
        frame.set("id", id);
        ObjectNode error = frame.putObject("error");
        if (instead.code() < 0) {
            error.put("code", instead.code()).put("message", instead.message());
            if (!instead.data().isMissingNode()) {
                error.set("data", instead.data());
            }
        } else {
            error.put("code", BROKEN).put("message", "mcpsf: no answer: " + instead.message());
        }
        return Json.bytes(frame);
    }

    private Inbox inbox() {
        return new Inbox() {
            @Override
            public boolean received(byte[] kept, long bytes, boolean whole) {
                if (!whole) {
                    odd.saw("an event that ends with its stream", bytes, kept);
                    return true;
                }
                var frame = new LineReader.Line(kept, bytes, true);
                if (!frame.tooLong()) {
                    answered(RelayedLine.read(kept));
                }
                return put(frame);
            }

            @Override
            public void odd(Fault fault, String detail, byte[] raw, long bytes) {
                String more = detail.isEmpty() ? "" : ": " + detail;
                odd.saw(fault.words() + more, bytes, raw);
            }

            @Override
            public void failed(long id, Reply.Err instead) {
                for (Question question : unanswered(id).values()) {
                    byte[] frame = error(question.id(), instead);
                    put(new LineReader.Line(frame, frame.length, true));
                }
            }

            @Override
            public boolean waiting(long id) {
                return waits(id);
            }

            @Override
            public void ended(String why) {
                ended = true;
            }
        };
    }
}
