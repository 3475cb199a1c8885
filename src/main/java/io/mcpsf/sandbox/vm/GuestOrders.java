package io.mcpsf.sandbox.vm;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What a guest is told: first its job, then orders, each with a kind, a length and a content. */
final class GuestOrders {

    /** The guest takes one in a single read. */
    private static final int CHUNK = 32 << 10;

    private final DataOutputStream to;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    GuestOrders(OutputStream to) {
        this.to = new DataOutputStream(to);
    }

    /** Gives it its job; orders wait until it has taken that. */
    void begin(GuestJob job) throws IOException {
        try {
            job.send(to, Instant.now());
            begun.complete(null);
        } finally {
            begun.completeExceptionally(new IOException("the guest did not take its job"));
        }
    }

    /** Kills the program and all that it has started. */
    void kill() throws IOException {
        send('k', new byte[0], 0, 0);
    }

    /** Lets none of the program's processes run until it is thawed; the guest says when. */
    void freeze() throws IOException {
        send('z', new byte[0], 0, 0);
    }

    void thaw() throws IOException {
        send('t', new byte[0], 0, 0);
    }

    /** Asks for what is in this folder now. */
    void give(String folder) throws IOException {
        byte[] path = folder.getBytes(StandardCharsets.UTF_8);
        send('g', path, 0, path.length);
    }

    /** The program's standard input; closing it is its end, and is not waited for. */
    OutputStream input() {
        return new OutputStream() {
            private boolean closed;

            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] from, int at, int length) throws IOException {
                for (int sent = 0; sent < length; sent += CHUNK) {
                    send('i', from, at + sent, Math.min(CHUNK, length - sent));
                }
            }

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    Thread.ofVirtual().name("end of input").start(GuestOrders.this::endInput);
                }
            }
        };
    }

    private void endInput() {
        try {
            send('i', new byte[0], 0, 0);
        } catch (IOException gone) {
            return; // So is whoever would have read it.
        }
    }

    private void send(char kind, byte[] content, int at, int length) throws IOException {
        try {
            begun.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before the guest took its job", e);
        } catch (ExecutionException e) {
            throw new IOException("the guest did not take its job", e);
        }
        synchronized (to) {
            to.writeByte(kind);
            to.writeInt(length);
            to.write(content, at, length);
            to.flush();
        }
    }
}
