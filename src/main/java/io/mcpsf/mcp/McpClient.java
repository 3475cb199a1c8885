package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * JSON-RPC over a hostile peer's standard input and output. Every question comes back as a {@link
 * Reply} within its time, whatever the peer does; requests of the peer are answered as a plain
 * client would; every byte passes the tap before it is read.
 *
 * <p>From {@link #open} until the peer or {@link #close} ends it, one virtual thread reads and one
 * writes. Closing closes the peer's input, which asks it to end; twice is harmless. The reading
 * thread ends with the peer's output.
 */
public final class McpClient implements AutoCloseable {

    private final Budget budget;
    private final FrameTap tap;
    private final FrameListener listener;
    private final InstantSource clock;
    private final Manners manners;
    private final Outbox outbox;
    private final Questions questions = new Questions();
    private final Counter counter = new Counter();
    private final CountDownLatch over = new CountDownLatch(1);

    private McpClient(Wire wire, FrameListener listener, Identity identity, Budget budget) {
        this.budget = budget;
        this.tap = wire.tap();
        this.listener = listener;
        this.clock = wire.clock();
        this.manners = new Manners(identity);
        this.outbox = new Outbox(wire.toPeer(), budget.queued(), tap, clock, this::ended);
    }

    /** The peer's two streams, who looks at the bytes, and the clock that stamps them. */
    public record Wire(
            InputStream fromPeer, OutputStream toPeer, FrameTap tap, InstantSource clock) {}

    public static McpClient open(
            Wire wire, FrameListener listener, Identity identity, Budget budget) {
        var client = new McpClient(wire, listener, identity, budget);
        client.outbox.start();
        Thread.ofVirtual().name("mcp-reader").start(() -> client.read(wire.fromPeer()));
        return client;
    }

    /** Asks and waits, at most that long. */
    public Reply ask(String method, ObjectNode params, Duration atMost)
            throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        Questions.Question question = questions.open();
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", question.id());
        message.put("method", method).set("params", params);
        Duration patience = budget.patience().compareTo(atMost) < 0 ? budget.patience() : atMost;
        if (!outbox.offer(Json.bytes(message), patience)) {
            return questions.giveUp(question);
        }
        try {
            long left = Math.max(0, deadline - System.nanoTime());
            return question.reply().get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            Reply reply = questions.giveUp(question);
            if (reply instanceof Reply.TimedOut) {
                cancel(question.id());
            }
            return reply;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a reply is always a value", e);
        }
    }

    /** Tells the peer something; dropped and counted when it does not read. */
    public void tell(String method, ObjectNode params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", method);
        if (!params.isEmpty()) {
            message.set("params", params);
        }
        outbox.offer(Json.bytes(message));
    }

    /** Why the connection is over, or empty while it is not. */
    public Optional<String> closed() {
        return questions.closed();
    }

    /** Waits for the connection to be over; false when it still stands after that time. */
    public boolean awaitClosed(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    public Tally tally() {
        return counter.tally(outbox.sent(), outbox.unsent());
    }

    @Override
    public void close() {
        ended("we closed the connection");
        outbox.end();
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

    private void read(InputStream in) {
        var lines = new LineReader(in, Caps.LINE, budget.bytes());
        try {
            Optional<LineReader.Line> line = lines.next();
            while (line.isPresent()) {
                counter.line(line.get().bytes());
                take(line.get());
                if (counter.spent(budget)) {
                    ended("the server flooded us");
                    return;
                }
                line = lines.next();
            }
            ended("the server closed its output");
        } catch (IOException e) {
            ended("the server's output broke");
        } finally {
            ended("our reader failed");
        }
    }

    private void take(LineReader.Line line) {
        tap.crossed(Direction.RECEIVED, clock.instant(), line.kept(), line.bytes());
        if (line.tooLong()) {
            heard(line, new Reading.Malformed(Fault.TOO_LONG, line.bytes() + " bytes"));
            return;
        }
        if (!line.whole()) {
            heard(line, new Reading.Malformed(Fault.TRUNCATED));
        }
        for (Reading reading : Classifier.read(line.kept())) {
            act(line, reading);
        }
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
                    outbox.offer(Json.bytes(manners.response(request)));
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
