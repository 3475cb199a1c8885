package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The evidence of a case that is still being written: what of it was not read yet. */
final class GrowingEvidence {

    private static final int AT_ONCE = 1 << 20;

    private final Path out;
    private Optional<Path> file = Optional.empty();
    private long at;

    GrowingEvidence(Path out) {
        this.out = out;
    }

    long at() {
        return at;
    }

    /** The next bytes, as far as they are there; {@link #took} moves on behind them. */
    byte[] more() throws IOException {
        if (file.isEmpty()) {
            file = find();
        }
        if (file.isEmpty()) {
            return new byte[0];
        }
        try (FileChannel channel = FileChannel.open(file.get())) {
            long there = Math.min(AT_ONCE, channel.size() - at);
            var bytes = ByteBuffer.allocate((int) Math.max(0, there));
            while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
                // Goes on until it is full.
            }
            return java.util.Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    void took(int bytes) {
        at += bytes;
    }

    private Optional<Path> find() throws IOException {
        if (!Files.isDirectory(out)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.walk(out, 2)) {
            return all.filter(path -> path.endsWith("evidence.jsonl")).findFirst();
        }
    }
}
