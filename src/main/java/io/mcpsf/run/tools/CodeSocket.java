package io.mcpsf.run.tools;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.LineReader;
import io.mcpsf.os.Last;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A Unix socket that one execution alone can reach: one question in a line of JSON, one answer, and
 * the connection is over. Who can connect to it is the execution; nobody else sees the folder that
 * it lies in.
 */
final class CodeSocket implements AutoCloseable {

    /** Questions at once: what a hostile program opens beyond that waits in the kernel. */
    private static final int AT_ONCE = 32;

    private static final int BACKLOG = 64;

    private final ServerSocketChannel socket;
    private final Answering answering;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Set<Thread> open = ConcurrentHashMap.newKeySet();
    private final Thread accepting;

    /** Answers a question; may take its time. */
    @FunctionalInterface
    interface Answering {
        JsonNode answer(JsonNode hostileQuestion) throws InterruptedException;
    }

    CodeSocket(Path file, Answering answering) throws IOException {
        this.answering = answering;
        this.socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        socket.bind(UnixDomainSocketAddress.of(file), BACKLOG);
        this.accepting = Thread.ofVirtual().name("socket of code").start(this::accept);
    }

    /** A refusal that the code reads as an exception. */
    static JsonNode refusal(String why) {
        return Json.object().put("error", why);
    }

    /** Nobody is answered any more when this returns. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("a socket does not close", e);
        } finally {
            accepting.interrupt();
            Last.of(accepting);
            open.forEach(Thread::interrupt);
            open.forEach(Last::of);
        }
    }

    private void accept() {
        try {
            while (true) {
                room.acquire();
                SocketChannel peer = socket.accept();
                Thread thread = Thread.ofVirtual().name("question").unstarted(() -> hear(peer));
                open.add(thread);
                thread.start();
            }
        } catch (IOException | InterruptedException over) {
            return; // Closed: by us, and that is the end.
        }
    }

    private void hear(SocketChannel peer) {
        try (peer;
                var in = Channels.newInputStream(peer);
                var out = Channels.newOutputStream(peer)) {
            Optional<LineReader.Line> line = LineReader.frames(in).next();
            if (line.isPresent()) {
                byte[] answer = Json.bytes(answer(line.get()));
                out.write(answer);
                out.write('\n');
            }
        } catch (IOException | InterruptedException gone) {
            return; // It did not wait for the answer.
        } finally {
            room.release();
            open.remove(Thread.currentThread());
        }
    }

    private JsonNode answer(LineReader.Line line) throws InterruptedException {
        if (line.tooLong()) {
            return refusal("more than 16 MiB in one question");
        }
        try {
            return answering.answer(Json.read(line.kept()));
        } catch (BadJsonException e) {
            return refusal("not JSON: " + e.getMessage());
        }
    }
}
