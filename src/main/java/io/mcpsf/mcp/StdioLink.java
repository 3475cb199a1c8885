package io.mcpsf.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** One message a line, over two streams: one thread reads and one writes. */
final class StdioLink implements Link {

    private final Inbox inbox;
    private final Budget budget;
    private final Outbox outbox;

    private StdioLink(McpClient.Wire wire, Inbox inbox, Budget budget) {
        this.inbox = inbox;
        this.budget = budget;
        this.outbox =
                new Outbox(wire.toPeer(), budget.queued(), wire.tap(), wire.clock(), inbox::ended);
    }

    static StdioLink open(McpClient.Wire wire, Inbox inbox, Budget budget) {
        var link = new StdioLink(wire, inbox, budget);
        link.outbox.start();
        // Reading a pipe holds a thread of the system either way.
        Thread.ofPlatform().daemon().name("mcp-reader").start(() -> link.read(wire.fromPeer()));
        return link;
    }

    @Override
    public boolean offer(Outgoing message, Duration patience) throws InterruptedException {
        return patience.isZero()
                ? outbox.offer(message.bytes())
                : outbox.offer(message.bytes(), patience);
    }

    @Override
    public void agreed(String revision) {
        // Every line looks the same in every revision.
    }

    @Override
    public void giveUp(long id) {
        // The answer may still come on the one stream there is.
    }

    @Override
    public Traffic traffic() {
        return new Traffic(outbox.sent(), outbox.unsent());
    }

    @Override
    public void end() {
        outbox.end();
    }

    private void read(InputStream in) {
        var lines = new LineReader(in, Caps.LINE, budget.bytes());
        try {
            Optional<LineReader.Line> line = lines.next();
            while (line.isPresent()) {
                if (!inbox.received(line.get().kept(), line.get().bytes(), line.get().whole())) {
                    return;
                }
                line = lines.next();
            }
            inbox.ended("the server closed its output");
        } catch (IOException e) {
            inbox.ended("the server's output broke");
        } finally {
            inbox.ended("our reader failed");
        }
    }
}
