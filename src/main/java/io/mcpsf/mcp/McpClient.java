package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * JSON-RPC with a hostile peer over any transport. Every question comes back as a {@link Reply}
 * within its time, whatever the peer does; requests of the peer are answered as a plain client
 * would; every message passes the tap before it is read.
 *
 * <p>From {@link #open} until the peer or {@link #close} ends it, virtual threads of the transport
 * read and write. Closing takes leave of the peer, which asks it to end; twice is harmless.
 */
public final class McpClient implements AutoCloseable {

    private final Budget budget;
    private final FrameTap tap;
    private final FrameListener listener;
    private final InstantSource clock;
    private final Manners manners;
    private final Questions questions = new Questions();
    private final Counter counter = new Counter();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<Link> link = new CompletableFuture<>();
    private volatile String revision = "";

    private McpClient(
            Transport transport, FrameListener listener, Identity identity, Budget budget) {
        this.budget = budget;
        this.tap = transport.tap();
        this.listener = listener;
        this.clock = transport.clock();
        this.manners = new Manners(identity);
    }

    /** The peer's two streams, who looks at the bytes, and the clock that stamps them. */
    public record Wire(InputStream fromPeer, OutputStream toPeer, FrameTap tap, InstantSource clock)
            implements Transport {

        @Override
        public Link open(Inbox inbox, Budget budget) {
            return StdioLink.open(this, inbox, budget);
        }
    }

    public static McpClient open(
            Transport transport, FrameListener listener, Identity identity, Budget budget) {
        var client = new McpClient(transport, listener, identity, budget);
        client.link.complete(transport.open(client.inbox(), budget));
        return client;
    }

    /** Asks and waits, at most that long. */
    public Reply ask(String method, ObjectNode params, Duration atMost)
            throws InterruptedException {
        return ask(method, params, Map.of(), atMost);
    }

    /** The same with headers, for a carrier that has them. */
    Reply ask(String method, ObjectNode params, Map<String, String> headers, Duration atMost)
            throws InterruptedException {
        return ready(method, params, headers).send(atMost).reply();
    }

    /** Puts a question into its words; nobody hears of it before it is sent. */
    Ready ready(String method, ObjectNode params, Map<String, String> headers) {
        long id = questions.number();
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", id);
        message.put("method", method).set("params", params);
        var outgoing = Outgoing.of(message, headers);
        return atMost -> send(id, outgoing, atMost);
    }

    private Asked send(long id, Outgoing outgoing, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        Questions.Question question = questions.open(id);
        if (question.reply().isDone()) {
            // The connection is over; a peer that still heard this would answer to nobody.
            return () -> await(question, deadline);
        }
        Duration patience = budget.patience().compareTo(atMost) < 0 ? budget.patience() : atMost;
        if (!link().offer(outgoing, patience)) {
            Reply unsent = questions.giveUp(question);
            return () -> unsent;
        }
        return () -> await(question, deadline);
    }

    private Reply await(Questions.Question question, long deadline) throws InterruptedException {
        try {
            long left = Math.max(0, deadline - System.nanoTime());
            return question.reply().get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            Reply reply = questions.giveUp(question);
            if (reply instanceof Reply.TimedOut) {
                cancel(question.id());
                link().giveUp(question.id());
            }
            return reply;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a reply is always a value", e);
        }
    }

    /** Asks for a stream of notifications; its answer is the end of it and awaited by nobody. */
    void listen(String method, ObjectNode params) {
        Questions.Question question = questions.open(questions.number());
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", question.id());
        message.put("method", method).set("params", params);
        offer(message);
    }

    /** Tells the peer something; dropped and counted when it does not read. */
    public void tell(String method, ObjectNode params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", method);
        if (!params.isEmpty()) {
            message.set("params", params);
        }
        offer(message);
    }

    /** Both sides speak this revision from here on. */
    void agreed(String hostileRevision) {
        revision = Caps.cut(hostileRevision, Caps.REVISION);
        link().agreed(revision);
    }

    /** Why the connection is over, or empty while it is not. */
    public Optional<String> closed() {
        return questions.closed();
    }

    /** Waits for the connection to be over; false when it still stands after that time. */
    public boolean awaitClosed(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    public ConnectionCounts tally() {
        Link.Traffic traffic = link().traffic();
        return counter.tally(traffic.sent(), traffic.unsent());
    }

    @Override
    public void close() {
        ended("we closed the connection");
        link().end();
    }

    /** A request that came inside something else than a frame of its own. */
    void overheard(Reading.Request request, JsonNode hostile) {
        byte[] raw = Json.bytes(hostile);
        counter.reading(request);
        listener.heard(new Frame(Direction.RECEIVED, raw, raw.length, request));
    }

    Manners manners() {
        return manners;
    }

    Budget budget() {
        return budget;
    }

    private void cancel(long id) {
        tell(
                "notifications/cancelled",
                Json.object().put("requestId", id).put("reason", "timeout"));
    }

    private Link link() {
        return link.join();
    }

    /** Sends without waiting: the threads that read must never wait for those that write. */
    private void offer(ObjectNode message) {
        try {
            link().offer(Outgoing.of(message), Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Inbox inbox() {
        return new Inbox() {
            @Override
            public boolean received(byte[] kept, long bytes, boolean whole) {
                return take(new LineReader.Line(kept, bytes, whole));
            }

            @Override
            public void odd(Fault fault, String detail, byte[] raw, long bytes) {
                noted(new LineReader.Line(raw, bytes, true), new Reading.Malformed(fault, detail));
            }

            @Override
            public void failed(long id, Reply.Err instead) {
                questions.failed(id, instead);
            }

            @Override
            public boolean waiting(long id) {
                return questions.waiting(id);
            }

            @Override
            public void ended(String why) {
                McpClient.this.ended(why);
            }
        };
    }

    private synchronized void noted(LineReader.Line line, Reading.Malformed odd) {
        heard(line, odd);
    }

    private synchronized boolean take(LineReader.Line line) {
        counter.line(line.bytes());
        tap.crossed(Direction.RECEIVED, clock.instant(), line.kept(), line.bytes());
        if (line.tooLong()) {
            heard(line, new Reading.Malformed(Fault.TOO_LONG, line.bytes() + " bytes"));
        } else {
            if (!line.whole()) {
                heard(line, new Reading.Malformed(Fault.TRUNCATED));
            }
            boolean batches = revision.equals(Era.WITH_BATCHES);
            for (Reading reading : Classifier.read(line.kept(), batches)) {
                act(line, reading);
            }
        }
        if (counter.spent(budget)) {
            ended(Reply.Closed.FLOODED);
            return false;
        }
        return true;
    }

    private void act(LineReader.Line line, Reading reading) {
        switch (reading) {
            case Reading.Response(var id, Reply reply) -> {
                // Heard before it is handed over, so that what we wrote down is in order.
                heard(line, reading);
                switch (questions.answer(id, reply)) {
                    case RIGHT -> {}
                    case LATE -> counter.late();
                    case REPEATED -> heard(line, new Reading.Malformed(Fault.SECOND_ANSWER));
                    case INVENTED -> heard(line, new Reading.Malformed(Fault.UNKNOWN_ID));
                }
            }
            case Reading.Request request -> {
                heard(line, reading);
                if (counter.mayAnswer(budget)) {
                    offer(manners.response(request));
                }
            }
            case Reading.Notification _, Reading.Malformed _ -> heard(line, reading);
        }
    }

    private void heard(LineReader.Line line, Reading reading) {
        counter.reading(reading);
        listener.heard(new Frame(Direction.RECEIVED, line.kept(), line.bytes(), reading));
    }

    private void ended(String why) {
        questions.close(why);
        over.countDown();
    }
}
