package io.mcpsf.boundary.service;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reading hostile messages whose length comes first. */
final class Messages {

    /** More than any statement that a server makes by itself. */
    static final int MAX_BYTES = 4 << 20;

    /** A connection that goes on for longer has been heard enough. */
    static final int MAX_MESSAGES = 100_000;

    private Messages() {}

    static byte[] exactly(InputStream in, long count) throws IOException {
        if (count < 0 || count > MAX_BYTES) {
            throw new IOException("a message of " + count + " bytes");
        }
        byte[] bytes = in.readNBytes((int) count);
        if (bytes.length < count) {
            throw new EOFException("in a message");
        }
        return bytes;
    }
}
