package io.mcpsf.run.code;

import io.mcpsf.boundary.MaskedChunks;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.SessionEndedException;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A program in a session. It writes no faster than somebody reads; what nobody reads is dropped.
 */
public final class RunningProgram {

    /** Who is so far behind the fastest reader is left behind. */
    private static final int FARTHEST_BEHIND = 8 << 20;

    private final SessionAgent agent;
    private final List<String> argv;
    private final long number;
    private final List<Reader> readers = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Long> started = new CompletableFuture<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final AtomicInteger unread = new AtomicInteger();
    private final Consumer<CodeEvent.Written> keep;
    private final Map<CodeEvent.Stream, MaskedChunks> masks = new EnumMap<>(CodeEvent.Stream.class);

    /** {@code keep} is told of everything that is written. */
    RunningProgram(
            SessionAgent agent,
            List<String> argv,
            Supplier<MaskedChunks> mask,
            Consumer<CodeEvent.Written> keep) {
        this.agent = agent;
        for (CodeEvent.Stream stream : CodeEvent.Stream.values()) {
            masks.put(stream, mask.get());
        }
        this.argv = List.copyOf(argv);
        this.keep = keep;
        this.number = agent.listen(this::heard);
    }

    long number() {
        return number;
    }

    public List<String> argv() {
        return argv;
    }

    /** Its process id in the sandbox, when it has started. */
    long awaitStart(Duration atMost) throws InterruptedException {
        try {
            return started.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SessionEndedException("the session does not answer");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e);
        }
    }

    public long pid() {
        return started.getNow(0L);
    }

    /** Completed with its exit code; a program that was killed has 128 and the signal. */
    public CompletableFuture<Integer> ended() {
        return ended;
    }

    /** One more who reads what is written from now on, and the end. */
    public Reader read() {
        var reader = new Reader();
        readers.add(reader);
        if (ended.isDone()) {
            reader.put(new CodeEvent.Ended(ended.join()), new AtomicBoolean(true));
        }
        return reader;
    }

    public void write(byte[] bytes) {
        agent.send(
                number, "input", Json.object().put("d", Base64.getEncoder().encodeToString(bytes)));
    }

    public void closeInput() {
        agent.send(number, "eof", Json.object());
    }

    /** To it and all in its process group. */
    public void signal(int signal) {
        agent.send(number, "signal", Json.object().put("n", signal));
    }

    public void resize(int columns, int rows) {
        agent.send(number, "resize", Json.object().put("cols", columns).put("rows", rows));
    }

    private void heard(JsonNode hostile) {
        switch (Json.text(hostile, "ev")) {
            case "start" -> started.complete(hostile.path("pid").asLong(0));
            case "out" -> wrote(CodeEvent.Stream.STDOUT, hostile);
            case "err" -> wrote(CodeEvent.Stream.STDERR, hostile);
            case "pty" -> wrote(CodeEvent.Stream.TERMINAL, hostile);
            case "end" -> rest(() -> end(hostile.path("code").asInt(1)));
            case "fail" -> failed(hostile);
            default -> {}
        }
    }

    private void failed(JsonNode hostile) {
        try {
            SessionAgent.good(hostile);
        } catch (RuntimeException why) {
            started.completeExceptionally(why);
        }
        end(Endings.KILLED);
    }

    private void end(int code) {
        agent.forget(number);
        if (ended.complete(code)) {
            readers.forEach(r -> r.put(new CodeEvent.Ended(code), new AtomicBoolean(true)));
        }
    }

    private void wrote(CodeEvent.Stream stream, JsonNode hostile) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(Json.text(hostile, "d"));
        } catch (IllegalArgumentException e) {
            return;
        }
        byte[] masked = Objects.requireNonNull(masks.get(stream)).take(bytes);
        if (masked.length < bytes.length) {
            acknowledge(bytes.length - masked.length);
        }
        pass(stream, masked);
    }

    /** What may have been the beginning of a secret was none. */
    private void rest(Runnable then) {
        masks.forEach((stream, mask) -> pass(stream, mask.rest()));
        then.run();
    }

    private void pass(CodeEvent.Stream stream, byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        var written = new CodeEvent.Written(stream, bytes);
        keep.accept(written);
        var read = new AtomicBoolean(readers.isEmpty());
        if (read.get()) {
            acknowledge(bytes.length);
        }
        readers.forEach(reader -> reader.put(written, read));
    }

    private void acknowledge(int bytes) {
        agent.acknowledge(number, unread, bytes);
    }

    /** Somebody who reads, at their own pace. */
    public final class Reader implements AutoCloseable {

        private record Waiting(CodeEvent event, AtomicBoolean read) {}

        private final Queue<Waiting> waiting = new ArrayDeque<>();
        private int bytes;

        /** The next event, or empty when none comes in that time. */
        public Optional<CodeEvent> next(Duration atMost) throws InterruptedException {
            Waiting first;
            synchronized (this) {
                long end = System.nanoTime() + atMost.toNanos();
                while (waiting.isEmpty()) {
                    long left = (end - System.nanoTime()) / 1_000_000;
                    if (left <= 0) {
                        return Optional.empty();
                    }
                    wait(left);
                }
                first = waiting.remove();
                if (first.event() instanceof CodeEvent.Written(_, byte[] chunk)) {
                    bytes -= chunk.length;
                }
            }
            taken(first);
            return Optional.of(first.event());
        }

        private void taken(Waiting one) {
            if (one.event() instanceof CodeEvent.Written(_, byte[] chunk)
                    && one.read().compareAndSet(false, true)) {
                acknowledge(chunk.length);
            }
        }

        private synchronized void put(CodeEvent event, AtomicBoolean read) {
            if (event instanceof CodeEvent.Written(_, byte[] chunk)) {
                bytes += chunk.length;
                if (bytes > FARTHEST_BEHIND) {
                    close();
                    return;
                }
            }
            waiting.add(new Waiting(event, read));
            notifyAll();
        }

        @Override
        public void close() {
            readers.remove(this);
            List<Waiting> unread;
            synchronized (this) {
                unread = List.copyOf(waiting);
                waiting.clear();
                notifyAll();
            }
            unread.forEach(this::taken);
        }
    }
}
