package io.mcpsf.boundary.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** A client's WebSocket frames without their masks. Payloads beyond the cap are cut off. */
public final class WebSocketFrames {

    public static final int TEXT = 1;
    public static final int CLOSE = 8;
    public static final int PING = 9;

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final InputStream in;
    private final int keepBytes;
    private final long maxBytes;

    public WebSocketFrames(InputStream in, int keepBytes, long maxBytes) {
        this.in = in;
        this.keepBytes = keepBytes;
        this.maxBytes = maxBytes;
    }

    /** One frame: what was kept of its payload, and how long it was. */
    @SuppressWarnings("ArrayRecordComponent") // scanned once, never compared
    public record Frame(int opcode, byte[] payload, long bytes) {}

    /** The value that tells the client that its handshake was understood. */
    public static String accept(String key) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-1")
                            .digest((key + MAGIC).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /** A frame of ours. */
    public static byte[] text(String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        var frame = new ByteArrayOutputStream();
        frame.write(0x80 | TEXT);
        if (payload.length < 126) {
            frame.write(payload.length);
        } else if (payload.length < 1 << 16) {
            frame.write(126);
            frame.write(payload.length >>> 8);
            frame.write(payload.length);
        } else {
            frame.write(127);
            frame.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
        }
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** The next frame; none at the end or after one that is longer than we bear. */
    public Optional<Frame> next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return Optional.empty();
        }
        int second = octet();
        long length = second & 0x7f;
        if (length >= 126) {
            int size = length == 126 ? 2 : 8;
            length = 0;
            for (int i = 0; i < size; i++) {
                length = (length << 8) | octet();
            }
        }
        if (length < 0 || length > maxBytes) {
            return Optional.empty();
        }
        byte[] mask = (second & 0x80) == 0 ? new byte[4] : in.readNBytes(4);
        if (mask.length < 4) {
            return Optional.empty();
        }
        byte[] kept = in.readNBytes((int) Math.min(length, keepBytes));
        in.skipNBytes(length - kept.length);
        for (int i = 0; i < kept.length; i++) {
            kept[i] ^= mask[i & 3];
        }
        return Optional.of(new Frame(first & 0x0f, kept, length));
    }

    private int octet() throws IOException {
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException("in a frame");
        }
        return octet;
    }
}
