package io.mcpsf.run;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.LongSupplier;

/**
 * {@code transcript.jsonl}: every MCP frame as it crossed, byte for byte. A frame that is text
 * stands as text, any other in base64. Bounded: beyond the cap only the size of a frame is kept.
 */
final class Transcript implements AutoCloseable {

    /** Enough for every honest conversation; a flood must not fill the disk. */
    private static final long MAX_BYTES = 32L << 20;

    private static final int MAX_FRAME = 1 << 20;

    private final OutputStream file;
    private final LongSupplier nanos;
    private final long start;
    private long written;

    Transcript(OutputStream file, LongSupplier nanos) {
        this.file = new BufferedOutputStream(file, 1 << 16);
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /**
     * Keeps one frame; {@code bytes} is its whole size, which may be more than what is handed over.
     */
    synchronized void keep(String direction, byte[] hostile, long bytes) {
        ObjectNode line = Json.object();
        line.put("micros", (nanos.getAsLong() - start) / 1000)
                .put("direction", direction)
                .put("bytes", bytes);
        boolean whole = hostile.length == bytes && hostile.length <= MAX_FRAME;
        if (!whole) {
            line.put("cut", true);
        }
        if (written < MAX_BYTES) {
            put(
                    line,
                    hostile.length > MAX_FRAME
                            ? java.util.Arrays.copyOf(hostile, MAX_FRAME)
                            : hostile);
        }
        byte[] json = Json.bytes(line);
        written += json.length;
        try {
            file.write(json);
            file.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the transcript", e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the transcript", e);
        }
    }

    private static void put(ObjectNode line, byte[] hostile) {
        try {
            line.put(
                    "text",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(hostile))
                            .toString());
        } catch (CharacterCodingException notText) {
            line.put("base64", Base64.getEncoder().encodeToString(hostile));
        }
    }
}
