package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Cuts a hostile event stream into events, by bytes and within caps. */
final class EventReader {

    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final long allowance;
    private final byte[] chunk = new byte[16 << 10];
    private int from;
    private int to;
    private boolean afterReturn;
    private boolean begun;
    private long read;
    private String lastId = "";
    private Duration retry = HttpCaps.RETRY;

    /** The stream ends for us when it is longer than the allowance, whatever it holds. */
    EventReader(InputStream in, long allowance) {
        this.in = in;
        this.allowance = allowance;
    }

    /**
     * One event: its type, the beginning of its data, and how much data there was. {@code whole} is
     * false for one that the end of the stream cut off.
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes are the point; events are never compared
    record Event(String type, byte[] data, long bytes, boolean whole) {}

    /** The next event that has data, or empty at the end of the stream. */
    Optional<Event> next() throws IOException {
        var data = new ByteArrayOutputStream();
        String type = "message";
        long bytes = 0;
        boolean some = false;
        while (true) {
            Optional<Line> line = line();
            if (line.isEmpty()) {
                return bytes > 0
                        ? Optional.of(new Event(type, kept(data, bytes), bytes, false))
                        : Optional.empty();
            }
            Line got = line.get();
            if (got.bytes() == 0) {
                if (some) {
                    return Optional.of(new Event(type, kept(data, bytes), bytes, true));
                }
                type = "message";
                continue;
            }
            switch (got.name()) {
                case "data" -> {
                    if (some) {
                        data.write('\n');
                        bytes++;
                    }
                    some = true;
                    bytes += got.valueBytes();
                    if (bytes <= HttpCaps.MESSAGE) {
                        data.writeBytes(got.value());
                    }
                }
                case "event" -> type = new String(beginning(got.value()), StandardCharsets.UTF_8);
                case "id" -> id(new String(got.value(), StandardCharsets.UTF_8));
                case "retry" -> retry(new String(beginning(got.value()), StandardCharsets.UTF_8));
                default -> {
                    // A comment, or a field that nobody knows: only counted.
                }
            }
        }
    }

    /** How far the stream came: the last event's id, empty without one, and when to come back. */
    record Mark(String id, Duration retry) {}

    Mark mark() {
        return new Mark(lastId, retry);
    }

    private static byte[] kept(ByteArrayOutputStream data, long bytes) {
        byte[] all = data.toByteArray();
        return bytes > HttpCaps.MESSAGE
                ? Arrays.copyOf(all, Math.min(all.length, HttpCaps.EXCERPT))
                : all;
    }

    private static byte[] beginning(byte[] value) {
        return Arrays.copyOf(value, Math.min(value.length, 64));
    }

    private void id(String hostile) {
        // An id goes back to the server in a header, so it must fit into one.
        if (hostile.matches("[\\x21-\\x7E][\\x20-\\x7E]*")
                && hostile.length() <= HttpCaps.EVENT_ID) {
            lastId = hostile;
        }
    }

    private void retry(String hostile) {
        if (hostile.matches("[0-9]{1,9}")) {
            Duration asked = Duration.ofMillis(Long.parseLong(hostile));
            retry = asked.compareTo(HttpCaps.LONGEST_RETRY) > 0 ? HttpCaps.LONGEST_RETRY : asked;
        }
    }

    /** A line: its field's name, the beginning of the value, and the true sizes. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Line(String name, byte[] value, long valueBytes, long bytes) {}

    private Optional<Line> line() throws IOException {
        var kept = new ByteArrayOutputStream();
        long bytes = 0;
        while (true) {
            if (from == to && !fill()) {
                return Optional.empty();
            }
            if (afterReturn && chunk[from] == '\n') {
                from++;
                afterReturn = false;
                continue;
            }
            afterReturn = false;
            int end = from;
            while (end < to && chunk[end] != '\n' && chunk[end] != '\r') {
                end++;
            }
            int part = end - from;
            bytes += part;
            kept.write(
                    chunk, from, Math.min(part, Math.max(0, HttpCaps.MESSAGE + 64 - kept.size())));
            from = end;
            if (end < to) {
                afterReturn = chunk[end] == '\r';
                from++;
                return Optional.of(parsed(kept.toByteArray(), bytes));
            }
        }
    }

    private Line parsed(byte[] line, long bytes) {
        int start = !begun && line.length >= 3 && Arrays.equals(line, 0, 3, BOM, 0, 3) ? 3 : 0;
        begun = true;
        int colon = start;
        while (colon < line.length && line[colon] != ':') {
            colon++;
        }
        String name =
                colon - start > 16
                        ? "?"
                        : new String(line, start, colon - start, StandardCharsets.UTF_8);
        int value = Math.min(colon + 1, line.length);
        if (value < line.length && line[value] == ' ') {
            value++;
        }
        byte[] rest = Arrays.copyOfRange(line, value, line.length);
        return new Line(name, rest, bytes - value, bytes);
    }

    private boolean fill() throws IOException {
        if (read > allowance) {
            throw new BadHttpException(Fault.BAD_EVENT, "a stream without end");
        }
        int got = in.read(chunk, 0, chunk.length);
        from = 0;
        to = Math.max(got, 0);
        read += to;
        return got > 0;
    }
}
