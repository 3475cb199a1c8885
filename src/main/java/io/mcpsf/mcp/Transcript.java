package io.mcpsf.mcp;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * A tap that writes one JSON line per frame: when, which way, how large, and the bytes as text when
 * they are UTF-8, as base64 when not. Bounded per frame and in sum; what it left out, it counts.
 */
public final class Transcript implements FrameTap, AutoCloseable {

    /** Of one frame: a long tool result is worth keeping, a picture is not. */
    private static final int FRAME = 256 << 10;

    /** Of all: a case folder that people still like to copy. */
    private static final long WHOLE = 64L << 20;

    private final OutputStream out;
    private long written;
    private long leftOut;
    private boolean broken;

    public Transcript(OutputStream out) {
        this.out = out;
    }

    @Override
    public synchronized void crossed(Direction direction, Instant at, byte[] raw, long bytes) {
        if (broken || written > WHOLE) {
            leftOut++;
            return;
        }
        ObjectNode line = Json.object().put("at", at.toString());
        line.put("direction", direction.name()).put("bytes", bytes);
        byte[] kept = raw.length > FRAME ? Arrays.copyOf(raw, FRAME) : raw;
        if (kept.length < bytes) {
            line.put("kept", kept.length);
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(kept));
            line.put("text", text.toString());
        } catch (CharacterCodingException e) {
            line.put("base64", Base64.getEncoder().encodeToString(kept));
        }
        write(line);
    }

    /** Frames that are not in the transcript, because it was full or could not be written. */
    public synchronized long leftOut() {
        return leftOut;
    }

    @Override
    public synchronized void close() throws IOException {
        broken = true;
        out.close();
    }

    private void write(ObjectNode line) {
        byte[] json = Json.bytes(line);
        byte[] bytes = Arrays.copyOf(json, json.length + 1);
        bytes[json.length] = '\n';
        try {
            out.write(bytes);
            written += bytes.length;
        } catch (IOException e) {
            // The conversation is worth more than its record; leftOut() tells that it is not whole.
            broken = true;
            leftOut++;
        }
    }
}
