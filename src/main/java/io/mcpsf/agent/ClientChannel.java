package io.mcpsf.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** One client: its messages, one after another, and the way back. */
public interface ClientChannel {

    /** The next message; empty when the client has left. */
    Optional<byte[]> next() throws IOException;

    /** From one thread at a time. */
    void send(byte[] message) throws IOException;

    /** A message in each line of two streams. */
    static ClientChannel lines(InputStream in, OutputStream out) {
        var lines = new ClientLines(in);
        return new ClientChannel() {
            @Override
            public Optional<byte[]> next() throws IOException {
                return lines.next();
            }

            @Override
            public void send(byte[] message) throws IOException {
                out.write(message);
                out.write('\n');
                out.flush();
            }
        };
    }
}
