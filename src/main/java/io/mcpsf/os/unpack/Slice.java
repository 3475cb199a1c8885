package io.mcpsf.os.unpack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A piece of a file as a stream. */
final class Slice extends InputStream {

    private final FileChannel channel;
    private long at;
    private long left;

    Slice(FileChannel channel, long from, long length) {
        this.channel = channel;
        this.at = from;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        if (left <= 0) {
            return -1;
        }
        int count = channel.read(ByteBuffer.wrap(to, from, (int) Math.min(length, left)), at);
        if (count > 0) {
            at += count;
            left -= count;
        }
        return count;
    }
}
