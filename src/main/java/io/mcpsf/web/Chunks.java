package io.mcpsf.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The frame of a body in chunks (RFC 9112, section 7.1) as a hostile peer sends it: the lines
 * before, between and behind the chunks, each with a cap. The bytes of a chunk are the caller's to
 * read.
 */
public final class Chunks {

    private final InputStream in;
    private final int maxLine;

    /** A line beyond {@code maxLine} bytes is refused. */
    public Chunks(InputStream in, int maxLine) {
        this.in = in;
        this.maxLine = maxLine;
    }

    /** A chunk that is to come, with the line that says so; the last one has no bytes. */
    public record Chunk(long bytes, String line) {

        public boolean last() {
            return bytes == 0;
        }

        /** What stands behind the size, which may be anything. */
        public String extension() {
            int semicolon = line.indexOf(';');
            return semicolon < 0 ? "" : line.substring(semicolon + 1);
        }
    }

    /** The line before a chunk. */
    public Chunk next() throws IOException {
        String line = line();
        int semicolon = line.indexOf(';');
        String size = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
        if (!size.matches("[0-9A-Fa-f]{1,15}")) {
            throw new BadChunkException("a chunk without a size");
        }
        return new Chunk(Long.parseLong(size, 16), line);
    }

    /** The line behind the bytes of a chunk. */
    public void end() throws IOException {
        if (!line().isEmpty()) {
            throw new BadChunkException("a chunk longer than it says");
        }
    }

    /** Reads over what stands behind the last chunk, which may be as long as one line. */
    public void trailer() throws IOException {
        int behind = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            behind += line.length();
            if (behind > maxLine) {
                throw new BadChunkException("no end behind the last chunk");
            }
        }
    }

    /** One byte is one character. */
    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the last chunk is missing");
            }
            if (line.length() >= maxLine) {
                throw new BadChunkException("a line of more than " + maxLine + " bytes");
            }
            line.append((char) c);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r'
                ? line.substring(0, end - 1)
                : line.toString();
    }
}
