package io.mcpsf.boundary.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The server's side of one HTTP/2 connection: hands over each request when it is whole and writes
 * the answer. Serves one stream after the other and honours nothing that is optional.
 */
public final class Http2Session {

    private static final int PREFACE = 24;
    private static final int MAX_FRAME = 16384;
    private static final int MAX_BLOCK = 128 << 10;
    private static final int MAX_STREAMS = 100;
    private static final int MAX_FRAMES = 1_000_000;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW = 8;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final InputStream in;
    private final OutputStream out;
    private final int keepBytes;
    private final Hpack hpack = new Hpack();
    private final Map<Integer, Pending> streams = new HashMap<>();

    public Http2Session(InputStream in, OutputStream out, int keepBytes) {
        this.in = in;
        this.out = out;
        this.keepBytes = keepBytes;
    }

    /** Who answers the requests. */
    @FunctionalInterface
    public interface Answers {
        HttpReply answer(HttpRequest request) throws IOException;
    }

    public void run(Answers answers) throws IOException {
        in.skipNBytes(PREFACE);
        frame(SETTINGS, 0, 0, new byte[0]);
        // A large window for the whole connection, so that bodies flow without bookkeeping.
        frame(WINDOW, 0, 0, u32(0x3fff0000));
        out.flush();
        for (int i = 0; i < MAX_FRAMES; i++) {
            byte[] head = in.readNBytes(9);
            if (head.length < 9) {
                return;
            }
            int length = ((head[0] & 0xff) << 16) | ((head[1] & 0xff) << 8) | (head[2] & 0xff);
            int stream = u31(head, 5);
            if (length > MAX_FRAME) {
                throw new MalformedHttpException("a frame larger than we allow");
            }
            byte[] payload = in.readNBytes(length);
            if (payload.length < length) {
                throw new EOFException("in a frame");
            }
            if (!take(head[3], head[4] & 0xff, stream, payload, answers)) {
                return;
            }
        }
    }

    private boolean take(int type, int flags, int stream, byte[] payload, Answers answers)
            throws IOException {
        switch (type) {
            case HEADERS -> {
                headers(flags, stream, payload);
                finish(flags, stream, answers);
            }
            case DATA -> {
                data(flags, stream, payload);
                finish(flags, stream, answers);
            }
            case SETTINGS -> {
                if ((flags & 1) == 0) {
                    frame(SETTINGS, 1, 0, new byte[0]);
                }
            }
            case PING -> {
                if ((flags & 1) == 0) {
                    frame(PING, 1, 0, payload);
                }
            }
            case RESET -> streams.remove(stream);
            case GO_AWAY -> {
                return false;
            }
            default -> {}
        }
        out.flush();
        return true;
    }

    private void headers(int flags, int stream, byte[] payload) throws IOException {
        byte[] first = unpadded(flags, payload, (flags & 0x20) == 0 ? 0 : 5);
        var block = new ByteArrayOutputStream();
        block.writeBytes(first);
        boolean ended = (flags & END_HEADERS) != 0;
        while (!ended) {
            byte[] head = in.readNBytes(9);
            int length =
                    head.length < 9
                            ? -1
                            : ((head[0] & 0xff) << 16) | ((head[1] & 0xff) << 8) | (head[2] & 0xff);
            if (length < 0 || head[3] != CONTINUATION || length + block.size() > MAX_BLOCK) {
                throw new MalformedHttpException("headers that are not continued");
            }
            block.writeBytes(in.readNBytes(length));
            ended = (head[4] & END_HEADERS) != 0;
        }
        List<Headers.Line> lines = hpack.decode(block.toByteArray());
        if (!streams.containsKey(stream)) {
            if (streams.size() >= MAX_STREAMS) {
                throw new MalformedHttpException("too many streams");
            }
            streams.put(stream, new Pending(lines));
        }
    }

    private void data(int flags, int stream, byte[] payload) throws IOException {
        Pending pending = streams.get(stream);
        if (pending == null) {
            return;
        }
        byte[] body = unpadded(flags, payload, 0);
        pending.total += body.length;
        pending.body.write(body, 0, Math.min(body.length, keepBytes - pending.body.size()));
        if (payload.length > 0) {
            frame(WINDOW, 0, 0, u32(payload.length));
            frame(WINDOW, 0, stream, u32(payload.length));
        }
    }

    private void finish(int flags, int stream, Answers answers) throws IOException {
        if ((flags & END_STREAM) == 0) {
            return;
        }
        Pending pending = streams.remove(stream);
        if (pending != null) {
            reply(stream, answers.answer(pending.request()), pending.grpc());
        }
    }

    private void reply(int stream, HttpReply reply, boolean grpc) throws IOException {
        var block = new ByteArrayOutputStream();
        literal(block, ":status", Integer.toString(reply.status()));
        if (grpc) {
            // Without a message of the service's own type an empty success is all we can say.
            literal(block, "content-type", "application/grpc");
            literal(block, "grpc-status", "0");
            frame(HEADERS, END_HEADERS | END_STREAM, stream, block.toByteArray());
            return;
        }
        reply.headers()
                .forEach((name, value) -> literal(block, name.toLowerCase(Locale.ROOT), value));
        literal(block, "content-length", Integer.toString(reply.body().length));
        frame(HEADERS, END_HEADERS, stream, block.toByteArray());
        byte[] body = reply.body();
        int sent = 0;
        do {
            int end = Math.min(body.length, sent + MAX_FRAME);
            int flags = end == body.length ? END_STREAM : 0;
            frame(DATA, flags, stream, Arrays.copyOfRange(body, sent, end));
            sent = end;
        } while (sent < body.length);
    }

    private static void literal(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        string(block, name);
        string(block, value);
    }

    private static void string(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < 127) {
            block.write(bytes.length);
        } else {
            block.write(127);
            int rest = bytes.length - 127;
            for (; rest >= 128; rest >>= 7) {
                block.write((rest & 0x7f) | 0x80);
            }
            block.write(rest);
        }
        block.writeBytes(bytes);
    }

    private static byte[] unpadded(int flags, byte[] payload, int skip)
            throws MalformedHttpException {
        int padding = (flags & 8) == 0 || payload.length == 0 ? 0 : payload[0] & 0xff;
        int from = ((flags & 8) == 0 ? 0 : 1) + skip;
        if (from + padding > payload.length) {
            throw new MalformedHttpException("more padding than frame");
        }
        return Arrays.copyOfRange(payload, from, payload.length - padding);
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        out.write(
                new byte[] {
                    (byte) (payload.length >> 16),
                    (byte) (payload.length >> 8),
                    (byte) payload.length,
                    (byte) type,
                    (byte) flags
                });
        out.write(u32(stream));
        out.write(payload);
    }

    private static byte[] u32(int value) {
        return new byte[] {
            (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
        };
    }

    private static int u31(byte[] bytes, int at) {
        return ((bytes[at] & 0x7f) << 24)
                | ((bytes[at + 1] & 0xff) << 16)
                | ((bytes[at + 2] & 0xff) << 8)
                | (bytes[at + 3] & 0xff);
    }

    /** A request whose body is still coming. */
    private static final class Pending {
        private final List<Headers.Line> lines;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private long total;

        private Pending(List<Headers.Line> lines) {
            this.lines = lines;
        }

        private boolean grpc() {
            return new Headers(lines).first("content-type").startsWith("application/grpc");
        }

        private HttpRequest request() {
            List<Headers.Line> plain = new ArrayList<>();
            var all = new Headers(lines);
            if (!all.has("host")) {
                plain.add(new Headers.Line("host", all.first(":authority")));
            }
            lines.stream().filter(line -> !line.name().startsWith(":")).forEach(plain::add);
            return new HttpRequest(
                    new HttpRequest.Head(
                            all.first(":method"), all.first(":path"), "HTTP/2", new Headers(plain)),
                    body.toByteArray(),
                    total,
                    true);
        }
    }
}
