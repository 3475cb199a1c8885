package io.mcpsf.os.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Reads at a place in a file, whole or not at all. */
final class Positioned {

    private Positioned() {}

    /** Exactly so many bytes, little-endian as zip wants them. */
    static ByteBuffer exactly(FileChannel channel, long from, int length) throws IOException {
        byte[] bytes = from < 0 ? new byte[0] : upTo(channel, from, length);
        if (bytes.length < length) {
            throw new EOFException("it ends too early");
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] upTo(FileChannel channel, long from, int length) throws IOException {
        long there = Math.max(0, channel.size() - from);
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, there));
        int count = 0;
        while (count >= 0 && buffer.hasRemaining()) {
            count = channel.read(buffer, from + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
