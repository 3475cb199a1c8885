package io.mcpsf.boundary.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One answer in the cache, open for reading: it stays readable when somebody evicts it. */
public final class CachedAnswer implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;
    private final long start;
    private final long size;
    private final About about;
    private final Instant validated;

    /** What is written before the body. {@code lines} are the host's own header lines. */
    record About(String url, List<String> lines, long freshSeconds) {
        About {
            lines = List.copyOf(lines);
        }
    }

    CachedAnswer(Path file, FileChannel channel, long start, About about, Instant validated)
            throws IOException {
        this.file = file;
        this.channel = channel;
        this.start = start;
        this.size = channel.size() - start;
        this.about = about;
        this.validated = validated;
    }

    /** The header lines that describe the body; how long it is, we say ourselves. */
    public List<String> lines() {
        return about.lines();
    }

    public String header(String name) {
        return Freshness.header(about.lines(), name);
    }

    /** How many bytes the body has. */
    public long bytes() {
        return size;
    }

    public boolean fresh(Instant now) {
        return now.isBefore(validated.plus(Duration.ofSeconds(about.freshSeconds())));
    }

    /** What is used is not evicted; a listing only gets older by that. */
    public void touchIfFresh(Instant now) throws IOException {
        if (about.freshSeconds() > Duration.ofDays(30).toSeconds()) {
            touch(now);
        }
    }

    /** The host says that it still holds. One that is not ours to change stays as it is. */
    public void touch(Instant now) throws IOException {
        if (Files.isWritable(file)) {
            Files.setLastModifiedTime(file, FileTime.from(now));
        }
    }

    /** Writes a part of the body. */
    public void copy(long from, long count, OutputStream out) throws IOException {
        try (var kept = new Unclosed(out)) {
            WritableByteChannel to = Channels.newChannel(kept);
            for (long sent = 0; sent < count; ) {
                long now = channel.transferTo(start + from + sent, count - sent, to);
                if (now <= 0) {
                    throw new IOException("a cached answer is shorter than it was");
                }
                sent += now;
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A channel closes what it writes to, and the connection lives on. */
    private static final class Unclosed extends java.io.FilterOutputStream {
        private Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
