package io.mcpsf.boundary.http;

import io.mcpsf.boundary.http.HttpRequest.Head;
import io.mcpsf.web.BadChunkException;
import io.mcpsf.web.Chunks;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads HTTP/1 requests from a hostile client: every length has an end. */
public final class HttpReader {

    /** Beyond this, servers answer 431; browsers and tools stay far below. */
    public static final int MAX_HEAD_BYTES = 64 << 10;

    private static final int MAX_HEADERS = 200;
    private static final int MAX_CHUNK_LINE = 4096;

    private final InputStream in;
    private final int keepBytes;
    private final long maxBytes;

    /** Keeps up to {@code keepBytes} of a body, reads on up to {@code maxBytes} of it. */
    public HttpReader(InputStream in, int keepBytes, long maxBytes) {
        this.in = in;
        this.keepBytes = keepBytes;
        this.maxBytes = maxBytes;
    }

    /** The next head; none at the end of the stream. */
    public Optional<Head> head() throws IOException {
        var budget = new int[] {MAX_HEAD_BYTES};
        String first = line(budget);
        for (int blank = 0; first.isEmpty() && blank < 4 && budget[0] > 0; blank++) {
            first = line(budget);
        }
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String[] words = first.split(" ", 3);
        if (words.length < 2) {
            throw new MalformedHttpException("a request line of one word");
        }
        return Optional.of(
                new Head(
                        words[0],
                        words[1],
                        words.length == 3 ? words[2].strip() : "HTTP/0.9",
                        headers(budget)));
    }

    /** The body that belongs to a head that was just read. */
    public HttpRequest body(Head head) throws IOException {
        var kept = new Kept();
        boolean whole;
        String transfer = head.headers().first("transfer-encoding").toLowerCase(Locale.ROOT);
        if (transfer.contains("chunked")) {
            whole = chunks(kept);
        } else {
            String length = head.headers().first("content-length").strip();
            whole = length.isEmpty() || copy(kept, length(length));
        }
        Head all = kept.aside.isEmpty() ? head : with(head, kept.aside);
        return new HttpRequest(all, kept.bytes.toByteArray(), kept.total, whole);
    }

    /** What stands between and behind the chunks belongs to the head, so that it is looked at. */
    private static Head with(Head head, List<Headers.Line> aside) {
        List<Headers.Line> lines = new ArrayList<>(head.headers().lines());
        lines.addAll(aside);
        return new Head(head.method(), head.target(), head.version(), new Headers(lines));
    }

    private Headers headers(int[] budget) throws IOException {
        List<Headers.Line> lines = new ArrayList<>();
        for (String line = line(budget); !line.isEmpty(); line = line(budget)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new MalformedHttpException("a header without a colon");
            }
            if (lines.size() == MAX_HEADERS) {
                throw new MalformedHttpException("more than " + MAX_HEADERS + " headers");
            }
            lines.add(
                    new Headers.Line(line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return new Headers(lines);
    }

    private boolean chunks(Kept kept) throws IOException {
        var chunks = new Chunks(in, MAX_CHUNK_LINE);
        try {
            while (true) {
                Chunks.Chunk chunk = chunks.next();
                String extension = utf8(chunk.extension());
                if (!extension.isEmpty() && kept.aside.size() < MAX_HEADERS) {
                    kept.aside.add(new Headers.Line("chunk-extension", extension));
                }
                if (chunk.last()) {
                    kept.aside.addAll(headers(new int[] {MAX_HEAD_BYTES}).lines());
                    return true;
                }
                if (!copy(kept, chunk.bytes())) {
                    return false;
                }
                chunks.end();
            }
        } catch (BadChunkException e) {
            throw new MalformedHttpException(String.valueOf(e.getMessage()));
        }
    }

    private boolean copy(Kept kept, long count) throws IOException {
        byte[] buffer = new byte[(int) Math.min(16 << 10, Math.max(1, count))];
        long left = count;
        while (left > 0) {
            int read;
            try {
                read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            } catch (IOException e) {
                return false;
            }
            if (read < 0) {
                return false;
            }
            kept.add(buffer, read);
            left -= read;
            if (kept.total > maxBytes) {
                return false;
            }
        }
        return true;
    }

    private String line(int[] budget) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                if (line.isEmpty() && budget[0] == MAX_HEAD_BYTES) {
                    return "";
                }
                throw new EOFException("in the middle of a line");
            }
            if (--budget[0] < 0) {
                throw new MalformedHttpException("a head of more than " + MAX_HEAD_BYTES);
            }
            line.append((char) c);
        }
        budget[0]--;
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return utf8(line.toString());
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static long length(String hostile) throws MalformedHttpException {
        if (!hostile.matches("[0-9]{1,15}")) {
            throw new MalformedHttpException("a length that is no number");
        }
        return Long.parseLong(hostile);
    }

    private final class Kept {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<Headers.Line> aside = new ArrayList<>();
        private long total;

        private void add(byte[] buffer, int count) {
            bytes.write(buffer, 0, Math.min(count, keepBytes - bytes.size()));
            total += count;
        }
    }
}
