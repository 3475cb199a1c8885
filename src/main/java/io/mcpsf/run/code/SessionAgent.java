package io.mcpsf.run.code;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The line to the first process of a session's sandbox, which starts programs there and moves
 * bytes. It runs beside hostile code: whatever it says is a claim, read within bounds.
 */
final class SessionAgent {

    /** A result of eight million characters, and its names. */
    private static final int LONGEST_LINE = 12 << 20;

    private static final int LINE = 300;

    /** A small part of what the agent lets be on its way. */
    private static final int ACKNOWLEDGED = 64 << 10;

    private final OutputStream to;
    private final InputStream hostile;
    private final Map<Long, Consumer<JsonNode>> hearers = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Runnable gone;
    private volatile boolean over;

    private SessionAgent(OutputStream to, InputStream hostile, Runnable gone) {
        this.to = to;
        this.hostile = hostile;
        this.gone = gone;
    }

    /** {@code gone} is run once when the line breaks. */
    static SessionAgent start(OutputStream to, InputStream hostile, Runnable gone) {
        var agent = new SessionAgent(to, hostile, gone);
        Thread.ofVirtual().name("session").start(agent::read);
        return agent;
    }

    void awaitReady(Duration atMost) throws InterruptedException {
        await(ready, atMost);
    }

    /** A new number whose answers go to {@code hearer}, which must return at once. */
    long listen(Consumer<JsonNode> hearer) {
        long number = numbers.incrementAndGet();
        hearers.put(number, hearer);
        if (over) {
            hearer.accept(broken());
        }
        return number;
    }

    void forget(long number) {
        hearers.remove(number);
    }

    void send(long number, String op, ObjectNode more) {
        ObjectNode line = Json.object().put("id", number).put("op", op);
        line.setAll(more);
        byte[] bytes = Json.bytes(line);
        synchronized (to) {
            try {
                to.write(bytes);
                to.write('\n');
                to.flush();
            } catch (IOException e) {
                throw new SessionEndedException("the session has ended");
            }
        }
    }

    /**
     * Tells that so much of a program's output was read. Not on this thread: who reads the line
     * must not wait for its other direction.
     */
    void acknowledge(long number, AtomicInteger unread, int bytes) {
        int sum = unread.addAndGet(bytes);
        if (sum >= ACKNOWLEDGED && unread.compareAndSet(sum, 0)) {
            Thread.startVirtualThread(
                    () -> {
                        try {
                            send(number, "ack", Json.object().put("n", sum));
                        } catch (SessionEndedException over) {
                            return; // Then there is nothing more to read either.
                        }
                    });
        }
    }

    /** Asks for what has one answer. */
    JsonNode ask(String op, ObjectNode more, Duration atMost) throws InterruptedException {
        var answer = new CompletableFuture<JsonNode>();
        long number = listen(answer::complete);
        try {
            send(number, op, more);
            return good(await(answer, atMost));
        } finally {
            forget(number);
        }
    }

    /** The answer, unless it tells of a failure. */
    static JsonNode good(JsonNode hostile) {
        if (!Json.text(hostile, "ev").equals("fail")) {
            return hostile;
        }
        String error = Printable.line(Json.text(hostile, "errno"), LINE);
        if (error.isEmpty()) {
            throw new SessionEndedException("the session has ended");
        }
        throw new SessionFileException(error, Printable.line(Json.text(hostile, "text"), LINE));
    }

    private static <T> T await(CompletableFuture<T> answer, Duration atMost)
            throws InterruptedException {
        try {
            return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SessionEndedException("the session does not answer");
        } catch (ExecutionException e) {
            throw new SessionEndedException("the session has ended");
        }
    }

    private void read() {
        try (var in = new BufferedInputStream(hostile, 1 << 16)) {
            var line = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b != '\n') {
                    line.write(b);
                    if (line.size() > LONGEST_LINE) {
                        return;
                    }
                    continue;
                }
                heard(Json.read(line.toByteArray()));
                line = line.size() > 1 << 16 ? new ByteArrayOutputStream() : line;
                line.reset();
            }
        } catch (IOException | BadJsonException e) {
            return; // Nobody honest is at the other end any more.
        } finally {
            over = true;
            ready.completeExceptionally(new SessionEndedException("it did not start"));
            hearers.values().forEach(hearer -> hearer.accept(broken()));
            gone.run();
        }
    }

    private void heard(JsonNode message) {
        long number = message.path("id").asLong(-1);
        if (number == 0) {
            ready.complete(null);
            return;
        }
        Consumer<JsonNode> hearer = hearers.get(number);
        if (hearer != null) {
            hearer.accept(message);
        }
    }

    private static ObjectNode broken() {
        return Json.object().put("ev", "fail");
    }
}
