package io.mcpsf.agent;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a client; of one that is too long the rest is dropped, and it reads as no JSON. */
final class ClientLines {

    private static final int LONGEST = 4 << 20;

    private final InputStream in;

    ClientLines(InputStream in) {
        this.in = new BufferedInputStream(in, 64 << 10);
    }

    /** The next line that is not blank; nothing at the end of the stream. */
    Optional<byte[]> next() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b != '\n') {
                if (line.size() < LONGEST) {
                    line.write(b);
                }
            } else if (!line.toString(java.nio.charset.StandardCharsets.UTF_8).isBlank()) {
                return Optional.of(line.toByteArray());
            } else {
                line.reset();
            }
        }
        return Optional.empty();
    }
}
