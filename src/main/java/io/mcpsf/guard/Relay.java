package io.mcpsf.guard;

import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.LineReader;
import io.mcpsf.mcp.RelayedLine;

import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Carries lines between a client and a server, each way on a thread of its own. A line goes on as
 * the bytes that it came as, or not at all: what can be read in two ways could be decided about in
 * one and meant in the other.
 */
public final class Relay {

    /** One end: where its lines come from and where lines for it go. */
    public record End(FrameSource from, FrameSink to) {

        public End(InputStream from, FrameSink to) {
            this(FrameSource.lines(from), to);
        }
    }

    /** How it came to an end. */
    public enum Over {
        /** The client has closed its end. */
        CLIENT_LEFT,
        /** The server has closed its end, or nobody can write to it any more. */
        SERVER_LEFT,
        /** Somebody else has ended it. */
        KILLED
    }

    /** Who hears of what does not go on. */
    public interface Listener {

        /** A line that cannot be read in one way only, or is too long. */
        void unreadable(Direction direction, RelayedLine line, long bytes, byte[] beginning);
    }

    private final End client;
    private final End server;
    private final FrameRules rules;
    private final Listener listener;
    private final FrameTap tap;
    private final InstantSource clock;

    /** The direction of the tap is seen from the client: what it sends is SENT. */
    public Relay(
            End client,
            End server,
            FrameRules rules,
            Listener listener,
            FrameTap tap,
            InstantSource clock) {
        this.client = client;
        this.server = server;
        this.rules = rules;
        this.listener = listener;
        this.tap = tap;
        this.clock = clock;
    }

    /** Begins; {@code over} is completed when one of the two leaves, or with what broke in us. */
    public void start(CompletableFuture<Over> over) {
        // Reading a pipe holds a thread of the system either way.
        Thread.ofPlatform().daemon().name("guard-client").start(() -> up(over));
        Thread.ofPlatform().daemon().name("guard-server").start(() -> down(server.from(), over));
    }

    /** Carries what comes from another side of the same server, too. */
    public void also(FrameSource more, CompletableFuture<Over> over) {
        Thread.ofPlatform().daemon().name("guard-server").start(() -> down(more, over));
    }

    private void up(CompletableFuture<Over> over) {
        try {
            carry(Direction.SENT, client, server);
            server.to().close();
            over.complete(Over.CLIENT_LEFT);
        } catch (IOException e) {
            over.complete(Over.SERVER_LEFT);
        } catch (RuntimeException | Error ours) {
            over.completeExceptionally(ours);
        }
    }

    private void down(FrameSource from, CompletableFuture<Over> over) {
        try {
            carry(Direction.RECEIVED, new End(from, server.to()), client);
            over.complete(Over.SERVER_LEFT);
        } catch (IOException e) {
            // Whoever of the two broke it, the client is whom we serve.
            over.complete(Over.CLIENT_LEFT);
        } catch (RuntimeException | Error ours) {
            over.completeExceptionally(ours);
        }
    }

    private void carry(Direction direction, End from, End to) throws IOException {
        FrameSource lines = from.from();
        for (Optional<LineReader.Line> next = lines.next(); next.isPresent(); next = lines.next()) {
            LineReader.Line line = next.get();
            tap.crossed(direction, clock.instant(), line.kept(), line.bytes());
            RelayedLine read = RelayedLine.read(line.kept());
            if (line.tooLong() || !read.plain()) {
                listener.unreadable(direction, read, line.bytes(), line.kept());
                continue;
            }
            FrameDecision decision =
                    direction == Direction.SENT
                            ? rules.fromClient(read, line.kept())
                            : rules.fromServer(read, line.kept());
            switch (decision) {
                case FrameDecision.Pass() -> to.to().write(line.kept(), line.whole());
                case FrameDecision.Instead(var onward, var back) -> {
                    for (byte[] each : onward) {
                        to.to().line(each);
                    }
                    for (byte[] each : back) {
                        from.to().line(each);
                    }
                }
            }
        }
    }
}
