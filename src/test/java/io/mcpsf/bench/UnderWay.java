package io.mcpsf.bench;

import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Frame;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Reading;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps what was sent, and for how long at least one question was under way. */
final class UnderWay implements FrameTap, FrameListener {

    /** How a question of ours begins: what wants no answer has no number. */
    private static final byte[] QUESTION =
            "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.UTF_8);

    private final List<byte[]> sent = new ArrayList<>();
    private int open;
    private long since;
    private long nanos;

    @Override
    public synchronized void crossed(Direction direction, Instant at, byte[] raw, long bytes) {
        if (direction != Direction.SENT) {
            return;
        }
        sent.add(raw);
        if (Arrays.mismatch(raw, QUESTION) >= QUESTION.length && open++ == 0) {
            since = System.nanoTime();
        }
    }

    @Override
    public synchronized void heard(Frame frame) {
        if (frame.reading() instanceof Reading.Response && open > 0 && --open == 0) {
            nanos += System.nanoTime() - since;
        }
    }

    synchronized List<byte[]> sent() {
        return List.copyOf(sent);
    }

    /** So far; what is never answered is under way to the end. */
    synchronized double seconds() {
        return (nanos + (open > 0 ? System.nanoTime() - since : 0)) / 1e9;
    }
}
