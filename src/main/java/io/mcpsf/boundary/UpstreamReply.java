package io.mcpsf.boundary;

import io.mcpsf.web.Chunks;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The answer of a real host, passed on as it comes. Its end is known, so connections can live. */
final class UpstreamReply {

    private static final int MAX_LINE = 16 << 10;
    private static final int MAX_HEAD = 64 << 10;
    private static final long MAX_BODY = 1L << 30;
    private static final Set<String> OURS = Set.of("connection", "keep-alive", "alt-svc");

    private final InputStream in;
    private final OutputStream out;
    private final boolean bodyless;
    private final List<String> lines = new ArrayList<>();
    private int status;
    private String said = "";
    private long length = -1;
    private boolean chunked;
    private boolean closing;
    private long passed;

    UpstreamReply(InputStream in, OutputStream out, boolean bodyless) {
        this.in = in;
        this.out = out;
        this.bodyless = bodyless;
    }

    int status() {
        return status;
    }

    long bytes() {
        return passed;
    }

    /** Whether the host will take another request on this connection. */
    boolean reusable() {
        return !closing && (chunked || length >= 0 || empty());
    }

    /** Whether the client was told where the body ends. */
    boolean framed() {
        return chunked || length >= 0 || empty();
    }

    /** The host's header lines, without those that are about its connection. */
    List<String> lines() {
        return lines;
    }

    /** How long the body says to be; negative if it does not say. */
    long length() {
        return length;
    }

    /** Whether the body is wrapped in a way that hides what it says. */
    boolean encoded() {
        return lines.stream()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .anyMatch(
                        line ->
                                line.startsWith("content-encoding:")
                                        && !line.endsWith(":identity")
                                        && !line.endsWith(": identity"));
    }

    /** Reads the head; nothing is passed on yet. */
    void head() throws IOException {
        String first = line();
        if (!first.matches("HTTP/1\\.[01] [0-9]{3}( .*)?")) {
            throw new IOException("not an answer");
        }
        status = Integer.parseInt(first.substring(9, 12));
        said = first.substring(8);
        int size = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            note(name, line.substring(colon + 1).strip().toLowerCase(Locale.ROOT));
            if (!OURS.contains(name)) {
                lines.add(line);
            }
            size += line.length();
            if (size > MAX_HEAD) {
                throw new IOException("a head without end");
            }
        }
    }

    /** Passes head and body on; {@code also} gets the body without its wrapping. */
    void pass(OutputStream also) throws IOException {
        var head = new StringBuilder("HTTP/1.1").append(said).append("\r\n");
        lines.forEach(line -> head.append(line).append("\r\n"));
        head.append(framed() ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!empty()) {
            body(also);
        }
        out.flush();
    }

    private void note(String name, String value) throws IOException {
        switch (name) {
            case "content-length" -> {
                if (!value.matches("[0-9]{1,15}")) {
                    throw new IOException("a length that is no number");
                }
                length = Long.parseLong(value);
            }
            case "transfer-encoding" -> chunked = value.contains("chunked");
            case "connection" -> closing |= value.contains("close");
            default -> {}
        }
    }

    private boolean empty() {
        return bodyless || status == 204 || status == 304;
    }

    private void body(OutputStream also) throws IOException {
        if (!chunked) {
            copy(length < 0 ? MAX_BODY : Math.min(length, MAX_BODY), length < 0, also);
            return;
        }
        var chunks = new Chunks(in, MAX_LINE);
        while (true) {
            Chunks.Chunk chunk = chunks.next();
            pass(chunk.line());
            if (chunk.last()) {
                chunks.trailer();
                pass("");
                return;
            }
            copy(chunk.bytes(), false, also);
            chunks.end();
            pass("");
        }
    }

    private void pass(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private void copy(long count, boolean untilEnd, OutputStream also) throws IOException {
        byte[] buffer = new byte[(int) Math.min(64 << 10, Math.max(1, count))];
        for (long left = count; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                if (untilEnd) {
                    return;
                }
                throw new EOFException("the host left in the middle");
            }
            out.write(buffer, 0, read);
            also.write(buffer, 0, read);
            left -= read;
            passed += read;
            if (passed > MAX_BODY) {
                throw new IOException("more than we pass on");
            }
        }
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.length() >= MAX_LINE) {
                throw new EOFException("in the middle of a line");
            }
            line.append((char) c);
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return line.toString();
    }
}
