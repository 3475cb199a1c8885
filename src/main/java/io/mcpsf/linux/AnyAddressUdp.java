package io.mcpsf.linux;

import static io.mcpsf.linux.Libc.BYTE;
import static io.mcpsf.linux.Libc.INT;
import static io.mcpsf.linux.Libc.LONG;
import static io.mcpsf.linux.Libc.SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * A UDP port served for every address at once: each datagram tells which address it was sent to,
 * and the answer leaves from that address. For one thread at a time; {@link #close} only after that
 * thread has left.
 */
public final class AnyAddressUdp implements AutoCloseable {

    private static final int IPV6_V6ONLY = 26;
    private static final int IPV6_RECVPKTINFO = 49;
    private static final int IPV6_PKTINFO = 50;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int NAME_BYTES = 28;
    private static final int CONTROL_BYTES = 128;

    private final Arena arena = Arena.ofShared();
    private final int fd;
    private final MemorySegment errno = Libc.capture(arena);
    private final MemorySegment pollfds = arena.allocate(16, 4);
    private final WakeUp wakeUp = new WakeUp();
    private final MemorySegment peer = arena.allocate(NAME_BYTES, 8);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment data;
    private final MemorySegment parts = arena.allocate(16, 8);
    private final MemorySegment message = arena.allocate(56, 8);

    private AnyAddressUdp(int fd, int maxBytes) {
        this.fd = fd;
        this.data = arena.allocate(maxBytes, 8);
    }

    /** One datagram: who sent it from which port, and which address it was meant for. */
    @SuppressWarnings("ArrayRecordComponent") // carried once from socket to parser, never compared
    public record Datagram(byte[] bytes, InetAddress from, int fromPort, InetAddress to) {}

    /** To be called on a thread inside the namespace. */
    public static AnyAddressUdp bind(int port, int maxBytes) {
        int fd = NetCalls.socket(NetCalls.AF_INET6, NetCalls.SOCK_DGRAM, 0);
        try (Arena scratch = Arena.ofConfined()) {
            NetCalls.setOption(fd, NetCalls.SOL_IPV6, IPV6_V6ONLY, 0);
            NetCalls.setOption(fd, NetCalls.SOL_IPV6, IPV6_RECVPKTINFO, 1);
            NetCalls.setOption(fd, NetCalls.SOL_IP, 19, 1);
            NetCalls.setOption(fd, NetCalls.SOL_IPV6, 75, 1);
            MemorySegment address = scratch.allocate(NAME_BYTES, 8);
            address.set(SHORT, 0, (short) NetCalls.AF_INET6);
            address.set(BYTE, 2, (byte) (port >> 8));
            address.set(BYTE, 3, (byte) port);
            NetCalls.bind(fd, address);
            return new AnyAddressUdp(fd, maxBytes);
        } catch (RuntimeException e) {
            NetCalls.close(fd);
            throw e;
        }
    }

    /** The next datagram, or none within the time. What does not fit is cut off. */
    public Optional<Datagram> receive(int millis) {
        if (!NetCalls.readable(errno, pollfds, fd, wakeUp, millis)) {
            return Optional.empty();
        }
        frame(data.byteSize(), CONTROL_BYTES);
        long read = NetCalls.receive(errno, fd, message, MSG_DONTWAIT);
        MemorySegment info = read < 0 ? MemorySegment.NULL : destination();
        if (info.equals(MemorySegment.NULL)) {
            return Optional.empty();
        }
        int port =
                Byte.toUnsignedInt(peer.get(BYTE, 2)) << 8 | Byte.toUnsignedInt(peer.get(BYTE, 3));
        return Optional.of(
                new Datagram(
                        data.asSlice(0, read).toArray(BYTE),
                        address(peer.asSlice(8, 16)),
                        port,
                        address(info.asSlice(0, 16))));
    }

    /**
     * Answers the datagram that was received last, from the address it was sent to. An answer that
     * cannot be sent is dropped, as the network would.
     */
    public boolean answer(byte[] bytes) {
        MemorySegment.copy(bytes, 0, data, BYTE, 0, bytes.length);
        frame(bytes.length, 40);
        MemorySegment info = control.asSlice(16, 20);
        // The interface that it came in by is not prescribed: the route decides.
        info.set(INT, 16, 0);
        return NetCalls.send(errno, fd, message, MSG_DONTWAIT) == bytes.length;
    }

    /** Lets a waiting thread return at once, from now on always. */
    public void wake() {
        wakeUp.wake();
    }

    @Override
    public void close() {
        wakeUp.close();
        NetCalls.close(fd);
        arena.close();
    }

    private void frame(long bytes, int controlBytes) {
        parts.set(LONG, 0, data.address());
        parts.set(LONG, 8, bytes);
        message.set(LONG, 0, peer.address());
        message.set(INT, 8, NAME_BYTES);
        message.set(LONG, 16, parts.address());
        message.set(LONG, 24, 1);
        message.set(LONG, 32, control.address());
        message.set(LONG, 40, controlBytes);
        message.set(INT, 48, 0);
    }

    private MemorySegment destination() {
        if (message.get(LONG, 40) < 36
                || control.get(INT, 8) != NetCalls.SOL_IPV6
                || control.get(INT, 12) != IPV6_PKTINFO) {
            return MemorySegment.NULL;
        }
        return control.asSlice(16, 20);
    }

    private static InetAddress address(MemorySegment bytes) {
        try {
            return InetAddress.getByAddress(bytes.toArray(BYTE));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }
}
