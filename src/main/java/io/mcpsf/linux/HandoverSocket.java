package io.mcpsf.linux;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A Unix stream socket on which somebody of our own user hands over one message and one open
 * descriptor.
 */
public final class HandoverSocket implements AutoCloseable {

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM_CLOEXEC = 1 | 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;
    private static final int LONGEST_PATH = 107;
    private static final int LONGEST_MESSAGE = 64 << 10;

    private final int fd;
    private boolean closed;

    /** What came over: the text, and the descriptor or -1. */
    public record Handover(String message, int descriptor) {}

    public HandoverSocket(Path at) {
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            fd = socket(raw);
            MemorySegment address = address(arena, at);
            RawCalls.must(
                    "bind", raw.call(RawCalls.BIND, fd, address.address(), address.byteSize()));
            RawCalls.must("listen", raw.call(RawCalls.LISTEN, fd, 1, 0));
        }
    }

    /** Hands a message and a descriptor over to whoever listens there; ours is closed then. */
    public static void send(Path to, String message, int descriptor) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            int peer = socket(raw);
            try {
                MemorySegment address = address(arena, to);
                RawCalls.must(
                        "connect",
                        raw.call(RawCalls.CONNECT, peer, address.address(), address.byteSize()));
                MemorySegment data = arena.allocate(text.length, 8);
                MemorySegment.copy(text, 0, data, Libc.BYTE, 0, text.length);
                MemorySegment vector = arena.allocate(16, 8);
                vector.set(Libc.LONG, 0, data.address());
                vector.set(Libc.LONG, 8, text.length);
                MemorySegment control = arena.allocate(24, 8);
                control.set(Libc.LONG, 0, 20);
                control.set(Libc.INT, 8, SOL_SOCKET);
                control.set(Libc.INT, 12, SCM_RIGHTS);
                control.set(Libc.INT, 16, descriptor);
                MemorySegment header = arena.allocate(56, 8);
                header.set(Libc.LONG, 16, vector.address());
                header.set(Libc.LONG, 24, 1);
                header.set(Libc.LONG, 32, control.address());
                header.set(Libc.LONG, 40, control.byteSize());
                RawCalls.must("sendmsg", raw.call(RawCalls.SENDMSG, peer, header.address(), 0));
            } finally {
                raw.call(RawCalls.CLOSE, peer);
                raw.call(RawCalls.CLOSE, descriptor);
            }
        }
    }

    private static int socket(RawCalls raw) {
        return (int)
                RawCalls.must("socket", raw.call(RawCalls.SOCKET, AF_UNIX, SOCK_STREAM_CLOEXEC, 0));
    }

    private static MemorySegment address(Arena arena, Path at) {
        byte[] path = at.toString().getBytes(StandardCharsets.UTF_8);
        if (path.length > LONGEST_PATH) {
            throw new IllegalArgumentException("too long for a socket: " + at);
        }
        MemorySegment address = arena.allocate(3L + path.length, 8);
        address.set(Libc.SHORT, 0, (short) AF_UNIX);
        MemorySegment.copy(path, 0, address, Libc.BYTE, 2, path.length);
        return address;
    }

    public int fd() {
        return fd;
    }

    /**
     * Takes the connection that is waiting and reads it to its end. Strangers are turned away: then
     * there is no descriptor and no message.
     */
    public Handover accept(Duration atMost) {
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            int peer = (int) RawCalls.must("accept", raw.call(RawCalls.ACCEPT4, fd, 0, 0, 0x80000));
            try {
                long us = raw.call(RawCalls.GETEUID, 0);
                if (user(raw, arena, peer) != us) {
                    return new Handover("", -1);
                }
                return receive(raw, arena, peer, System.nanoTime() + atMost.toNanos());
            } finally {
                raw.call(RawCalls.CLOSE, peer);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try (Arena arena = Arena.ofConfined()) {
                new RawCalls(arena).call(RawCalls.CLOSE, fd);
            }
        }
    }

    private static long user(RawCalls raw, Arena arena, int peer) {
        MemorySegment credentials = arena.allocate(12, 8);
        MemorySegment length = arena.allocate(4, 8);
        length.set(Libc.INT, 0, 12);
        RawCalls.must(
                "getsockopt",
                raw.call(
                        RawCalls.GETSOCKOPT,
                        peer,
                        SOL_SOCKET,
                        SO_PEERCRED,
                        credentials.address(),
                        length.address(),
                        0));
        return Integer.toUnsignedLong(credentials.get(Libc.INT, 4));
    }

    /** Until the object is balanced: the sender need not close, and may send it in pieces. */
    private static Handover receive(RawCalls raw, Arena arena, int peer, long deadline) {
        MemorySegment data = arena.allocate(4096, 8);
        MemorySegment control = arena.allocate(64, 8);
        MemorySegment vector = arena.allocate(16, 8);
        MemorySegment message = arena.allocate(56, 8);
        var text = new ByteArrayOutputStream();
        int descriptor = -1;
        try (var poll = new Poll(peer)) {
            while (!balanced(text.toByteArray()) && text.size() < LONGEST_MESSAGE) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    break;
                }
                poll.await((int) Math.min(left, 60_000));
                if (!poll.readable(0) && !poll.gone(0)) {
                    continue;
                }
                vector.set(Libc.LONG, 0, data.address());
                vector.set(Libc.LONG, 8, data.byteSize());
                message.fill((byte) 0);
                message.set(Libc.LONG, 16, vector.address());
                message.set(Libc.LONG, 24, 1);
                message.set(Libc.LONG, 32, control.address());
                message.set(Libc.LONG, 40, control.byteSize());
                long got = raw.call(RawCalls.RECVMSG, peer, message.address(), MSG_CMSG_CLOEXEC);
                if (got <= 0) {
                    break;
                }
                byte[] piece = new byte[(int) got];
                MemorySegment.copy(data, Libc.BYTE, 0, piece, 0, piece.length);
                text.writeBytes(piece);
                if (descriptor < 0
                        && message.get(Libc.LONG, 40) >= 20
                        && control.get(Libc.INT, 8) == SOL_SOCKET
                        && control.get(Libc.INT, 12) == SCM_RIGHTS) {
                    descriptor = control.get(Libc.INT, 16);
                }
            }
        }
        return new Handover(text.toString(StandardCharsets.UTF_8), descriptor);
    }

    private static boolean balanced(byte[] json) {
        int depth = 0;
        boolean text = false;
        boolean escaped = false;
        for (byte b : json) {
            if (escaped) {
                escaped = false;
            } else if (text) {
                escaped = b == '\\';
                text = b != '"';
            } else if (b == '"') {
                text = true;
            } else if (b == '{') {
                depth++;
            } else if (b == '}' && --depth == 0) {
                return true;
            }
        }
        return false;
    }
}
