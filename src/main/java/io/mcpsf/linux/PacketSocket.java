package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Unix socket that keeps the bounds of messages (SOCK_SEQPACKET), on which one of our own user
 * calls. It belongs to the thread that made it.
 */
public final class PacketSocket implements AutoCloseable {

    private static final int AF_UNIX = 1;
    private static final int SOCK_SEQPACKET_CLOEXEC = 5 | 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int LONGEST_PATH = 107;

    private final int fd;
    private boolean closed;

    public PacketSocket(Path at) {
        byte[] path = at.toString().getBytes(StandardCharsets.UTF_8);
        if (path.length > LONGEST_PATH) {
            throw new IllegalArgumentException("too long for a socket: " + at);
        }
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            fd =
                    (int)
                            RawCalls.must(
                                    "socket",
                                    raw.call(RawCalls.SOCKET, AF_UNIX, SOCK_SEQPACKET_CLOEXEC, 0));
            MemorySegment address = arena.allocate(110, 8);
            address.set(Libc.SHORT, 0, (short) AF_UNIX);
            MemorySegment.copy(path, 0, address, Libc.BYTE, 2, path.length);
            RawCalls.must("bind", raw.call(RawCalls.BIND, fd, address.address(), 3L + path.length));
            RawCalls.must("listen", raw.call(RawCalls.LISTEN, fd, 1, 0));
        }
    }

    public int fd() {
        return fd;
    }

    /** Takes the caller who is waiting; strangers are turned away. */
    public Optional<Caller> accept() {
        try (Arena arena = Arena.ofConfined()) {
            var raw = new RawCalls(arena);
            int peer = (int) RawCalls.must("accept", raw.call(RawCalls.ACCEPT4, fd, 0, 0, 0x80000));
            MemorySegment credentials = arena.allocate(12, 8);
            MemorySegment length = arena.allocateFrom(Libc.INT, 12);
            long result =
                    raw.call(
                            RawCalls.GETSOCKOPT,
                            peer,
                            SOL_SOCKET,
                            SO_PEERCRED,
                            credentials.address(),
                            length.address(),
                            0);
            boolean ours =
                    result == 0
                            && credentials.get(Libc.INT, 4) == (int) raw.call(RawCalls.GETEUID, 0);
            if (!ours) {
                raw.call(RawCalls.CLOSE, peer);
                return Optional.empty();
            }
            return Optional.of(new Caller(peer));
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

    /** Who called. Belongs to one thread. */
    public static final class Caller implements AutoCloseable {

        /** The other side may not send more at once: its socket's memory is smaller than this. */
        public static final int LONGEST = 512 << 10;

        private static final int MSG_DONTWAIT = 0x40;
        private static final int MSG_TRUNC = 0x20;
        private static final int MSG_NOSIGNAL = 0x4000;

        private final Arena arena = Arena.ofConfined();
        private final RawCalls raw = new RawCalls(arena);
        private final MemorySegment buffer = arena.allocate(LONGEST, 8);
        private final int fd;

        private Caller(int fd) {
            this.fd = fd;
        }

        public int fd() {
            return fd;
        }

        /**
         * The next packet, copied to {@code into}: its full length, which is more than fits when it
         * was cut; 0 when the other side is gone, -1 when there is none now.
         */
        public int receive(byte[] into) {
            long got =
                    raw.call(
                            RawCalls.RECVFROM,
                            fd,
                            buffer.address(),
                            Math.min(LONGEST, into.length),
                            MSG_DONTWAIT | MSG_TRUNC,
                            0,
                            0);
            if (got == -Errno.EAGAIN || got == -Errno.EINTR) {
                return -1;
            }
            if (got < 0) {
                return 0; // Reset: as gone as can be.
            }
            int length = (int) Math.min(got, Integer.MAX_VALUE);
            MemorySegment.copy(buffer, Libc.BYTE, 0, into, 0, Math.min(length, into.length));
            return length;
        }

        public void send(byte[] packet) {
            MemorySegment.copy(packet, 0, buffer, Libc.BYTE, 0, packet.length);
            RawCalls.must(
                    "send",
                    raw.call(
                            RawCalls.SENDTO,
                            fd,
                            buffer.address(),
                            packet.length,
                            MSG_NOSIGNAL,
                            0,
                            0));
        }

        @Override
        public void close() {
            raw.call(RawCalls.CLOSE, fd);
            arena.close();
        }
    }
}
