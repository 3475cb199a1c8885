package io.mcpsf.guard;

import io.mcpsf.mcp.LineReader;
import io.mcpsf.mcp.RelayedLine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A server in the sandbox, whichever way it speaks: over its standard streams until it is found to
 * listen on a port instead. What it was told before that is told again there, once.
 */
public final class ServerDoor implements FrameSink, FrameSource {

    /** Less than a pipe holds, so that a server that never reads blocks nobody. */
    private static final int REPEATED = 32 << 10;

    private final FrameSource output;
    private final LineSink input;
    private final Consumer<byte[]> printed;
    private final List<byte[]> told = new ArrayList<>();
    private Optional<HttpServerEnd> http = Optional.empty();
    private boolean decided;
    private int bytes;

    /** {@code printed} takes lines of the standard output of a server that does not speak there. */
    public ServerDoor(FrameSource output, LineSink input, Consumer<byte[]> printed) {
        this.output = output;
        this.input = input;
        this.printed = printed;
    }

    /** Whether somebody has spoken to it and got no answer yet. */
    public synchronized boolean silent() {
        return !decided && !told.isEmpty();
    }

    public synchronized boolean decided() {
        return decided;
    }

    /** Whether it speaks HTTP: such a server does not end when its client leaves. */
    public synchronized boolean http() {
        return http.isPresent();
    }

    /** Goes over to HTTP, unless it has answered meanwhile. */
    public synchronized boolean over(HttpServerEnd other) throws IOException {
        if (decided) {
            return false;
        }
        decided = true;
        http = Optional.of(other);
        for (byte[] frame : told) {
            other.write(frame, true);
        }
        told.clear();
        return true;
    }

    @Override
    public void write(byte[] frame, boolean broken) throws IOException {
        Optional<HttpServerEnd> there;
        synchronized (this) {
            there = http;
            if (!decided) {
                told.add(frame);
                bytes += frame.length;
                decided = bytes > REPEATED;
                input.write(frame, broken);
                return;
            }
        }
        if (there.isPresent()) {
            there.get().write(frame, broken);
        } else {
            input.write(frame, broken);
        }
    }

    @Override
    public void close() throws IOException {
        Optional<HttpServerEnd> there;
        synchronized (this) {
            there = http;
        }
        there.ifPresent(HttpServerEnd::close);
        input.close();
    }

    @Override
    public Optional<LineReader.Line> next() throws IOException {
        while (true) {
            Optional<LineReader.Line> line = output.next();
            if (line.isEmpty() || !elsewhere(line.get())) {
                return line;
            }
            printed.accept(line.get().kept());
        }
    }

    /** The first line that can be read decides. */
    private synchronized boolean elsewhere(LineReader.Line line) {
        if (!decided && !line.tooLong() && RelayedLine.read(line.kept()).plain()) {
            decided = true;
            told.clear();
        }
        return http.isPresent();
    }
}
