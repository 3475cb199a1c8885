package io.mcpsf.inspect.code.parser;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One run of the parser. Its output is that of a program which a hostile text may have taken over:
 * every number is checked before it is used. Used by one thread.
 */
final class ParserProcess implements AutoCloseable {

    static final int MOST_TEXT = 16 << 20;
    private static final int MOST_NODES = 2 << 20;
    private static final int NODE_BYTES = Nodes.BYTES;
    private static final byte[] MAGIC = "MCPSFTREE1\n".getBytes(StandardCharsets.US_ASCII);

    private final Child child;
    private final OutputStream to;
    private final DataInputStream from;
    private final byte[][] kinds = new byte[Language.values().length][];
    private final byte[][] parts = new byte[Language.values().length][];
    private final byte[] buffer = new byte[4_096 * NODE_BYTES];

    private ParserProcess(Child child) {
        this.child = child;
        this.to = child.stdin();
        this.from = new DataInputStream(new BufferedInputStream(child.stdout(), 1 << 16));
    }

    /** Starts it; {@code patience} is what it allows itself for one text. */
    static ParserProcess start(Path program, Duration patience, ScheduledExecutorService alarms) {
        Command command =
                Command.of(program.toString(), patience.toMillis() / 1000.0 + "")
                        .withOnly(Map.of());
        ParserProcess process;
        try {
            process = new ParserProcess(command.start());
        } catch (UncheckedIOException e) {
            throw new ParserException("the parser cannot be started", e);
        }
        ScheduledFuture<?> alarm = alarms.schedule(process::close, 10, TimeUnit.SECONDS);
        try {
            process.greet();
            return process;
        } catch (IOException e) {
            process.close();
            throw new ParserException("the parser does not greet", e);
        } finally {
            alarm.cancel(false);
        }
    }

    long pid() {
        return child.pid();
    }

    /** What it has taken of a core since its start. */
    Duration coreTime() {
        return child.coreTime();
    }

    /** Throws when the process is of no more use. */
    Parsing parse(Language language, byte[] text) throws IOException {
        byte[] head =
                ByteBuffer.allocate(5)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put((byte) language.ordinal())
                        .putInt(text.length)
                        .array();
        to.write(head);
        to.write(text);
        to.flush();
        int status = from.readUnsignedByte();
        int count = Integer.reverseBytes(from.readInt());
        if (count < 0 || count > MOST_NODES) {
            throw new IOException("the parser speaks of " + count + " nodes");
        }
        return switch (status) {
            case 0 -> new Parsing.Parsed(tree(language, text, count));
            case 1 -> new Parsing.Failed("it takes too long to parse");
            case 2 -> new Parsing.Failed("it has too many nodes");
            default -> throw new IOException("the parser says " + status);
        };
    }

    private SyntaxTree tree(Language language, byte[] text, int count) throws IOException {
        if (count == 0) {
            throw new IOException("a tree without a root");
        }
        var nodes =
                new Nodes(count, text.length, kinds[language.ordinal()], parts[language.ordinal()]);
        for (int node = 0; node < count; ) {
            int some = Math.min(count - node, buffer.length / NODE_BYTES);
            from.readFully(buffer, 0, some * NODE_BYTES);
            nodes.take(buffer, node, some);
            node += some;
        }
        return nodes.tree(text);
    }

    /** Before it has read anything hostile it says what its numbers mean. */
    private void greet() throws IOException {
        for (byte expected : MAGIC) {
            if (from.readByte() != expected) {
                throw new EOFException("it greets wrongly");
            }
        }
        for (Language language : Language.values()) {
            int symbols = Short.toUnsignedInt(Short.reverseBytes(from.readShort()));
            kinds[language.ordinal()] = new byte[symbols];
            for (int i = 0; i < symbols; i++) {
                kinds[language.ordinal()][i] = (byte) Kind.named(name()).ordinal();
            }
            int fields = Short.toUnsignedInt(Short.reverseBytes(from.readShort()));
            parts[language.ordinal()] = new byte[fields + 1];
            for (int i = 1; i <= fields; i++) {
                parts[language.ordinal()][i] = (byte) Part.named(name()).ordinal();
            }
        }
    }

    private String name() throws IOException {
        var bytes = new byte[from.readUnsignedByte()];
        from.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        child.close();
    }
}
