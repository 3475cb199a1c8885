package io.mcpsf.boundary.capture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A pcapng file of at most so many bytes. The TLS keys come first in the finished file, because a
 * reader must know them before it meets the handshake, and we only learn them after it: so frames
 * are gathered beside it and put together at the end.
 */
public final class CaptureFile implements AutoCloseable {

    private static final int SECTION = 0x0A0D0D0A;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int SECRETS = 10;
    private static final int TLS_KEYS = 0x544c534b;
    private static final int ETHERNET = 1;
    private static final int MAX_KEY_BYTES = 8 << 20;

    private final Path file;
    private final Path frames;
    private final OutputStream out;
    private final long maxBytes;
    private final StringBuilder keys = new StringBuilder();
    private long written;
    private long left;
    private boolean closed;

    public CaptureFile(Path file, long maxBytes) throws IOException {
        this.file = file;
        this.frames = file.resolveSibling(file.getFileName() + ".frames");
        this.maxBytes = maxBytes;
        this.out = new BufferedOutputStream(Files.newOutputStream(frames), 1 << 16);
    }

    /** A line of {@code SSLKEYLOGFILE}. */
    public synchronized void key(String line) {
        if (!closed && keys.length() + line.length() < MAX_KEY_BYTES) {
            keys.append(line).append('\n');
        }
    }

    public synchronized void frame(long epochNanos, int wireBytes, byte[] frame)
            throws IOException {
        if (closed || written + frame.length > maxBytes) {
            left++;
            return;
        }
        // One copy only: this is done for every frame on the wire.
        int length = 32 + padded(frame.length);
        byte[] block = new byte[length];
        ByteBuffer.wrap(block)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(PACKET)
                .putInt(length)
                .putInt(0)
                .putInt((int) (epochNanos >>> 32))
                .putInt((int) epochNanos)
                .putInt(frame.length)
                .putInt(wireBytes)
                .put(frame)
                .putInt(length - 4, length);
        out.write(block);
        written += length;
    }

    /** How many frames did not fit. */
    public synchronized long left() {
        return left;
    }

    /** Puts the file together. Twice is harmless. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        out.close();
        try (FileChannel to =
                        FileChannel.open(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE);
                FileChannel from = FileChannel.open(frames)) {
            OutputStream head = Channels.newOutputStream(to);
            head.write(block(SECTION, section()));
            head.write(block(INTERFACE, device()));
            byte[] secrets = keys.toString().getBytes(StandardCharsets.US_ASCII);
            if (secrets.length > 0) {
                byte[] body =
                        buffer(8 + padded(secrets.length))
                                .putInt(TLS_KEYS)
                                .putInt(secrets.length)
                                .put(secrets)
                                .array();
                head.write(block(SECRETS, body));
            }
            long size = from.size();
            for (long at = 0; at < size; ) {
                at += from.transferTo(at, size - at, to);
            }
        } finally {
            Files.deleteIfExists(frames);
        }
    }

    private static byte[] section() {
        return buffer(16)
                .putInt(0x1A2B3C4D)
                .putShort((short) 1)
                .putShort((short) 0)
                .putLong(-1)
                .array();
    }

    private static byte[] device() {
        // Option 9: times are in units of 10^-9 seconds.
        return buffer(20)
                .putShort((short) ETHERNET)
                .putShort((short) 0)
                .putInt(0)
                .putShort((short) 9)
                .putShort((short) 1)
                .put((byte) 9)
                .put(new byte[3])
                .putInt(0)
                .array();
    }

    private static byte[] block(int type, byte[] body) {
        int length = body.length + 12;
        return buffer(length).putInt(type).putInt(length).put(body).putInt(length).array();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int padded(int length) {
        return (length + 3) & ~3;
    }
}
