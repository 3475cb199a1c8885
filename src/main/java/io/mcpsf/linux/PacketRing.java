package io.mcpsf.linux;

import static io.mcpsf.linux.Libc.BYTE;
import static io.mcpsf.linux.Libc.INT;
import static io.mcpsf.linux.Libc.SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every frame that crosses a network device, read from memory shared with the kernel (TPACKET_V3),
 * so that a flood costs no system call per frame. For one reading thread; {@link #close} only after
 * it has left.
 */
public final class PacketRing implements AutoCloseable {

    private static final int SOL_PACKET = 263;
    private static final int PACKET_RX_RING = 5;
    private static final int PACKET_STATISTICS = 6;
    private static final int PACKET_VERSION = 10;
    private static final int TPACKET_V3 = 2;
    private static final int ETH_P_ALL = 3;
    private static final int OUTGOING = 4;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SENT_BYTES = 8192;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int FRAME_BYTES = 2048;
    private static final int BLOCK_MILLIS = 20;
    private static final VarHandle STATUS = ValueLayout.JAVA_INT.varHandle();

    private final Arena arena = Arena.ofShared();
    private final int fd;
    private final int device;
    private final MemorySegment ring;
    private final int blocks;
    private final MemorySegment errno = Libc.capture(arena);
    private final MemorySegment pollfds = arena.allocate(16, 4);
    private final WakeUp wakeUp = new WakeUp();
    private int next;
    private final AtomicLong handed = new AtomicLong();
    private long crossed;
    private long dropped;

    private PacketRing(int fd, int device, MemorySegment ring, int blocks) {
        this.fd = fd;
        this.device = device;
        this.ring = ring;
        this.blocks = blocks;
    }

    /** What is told each frame: whether it left through the device, its time and its bytes. */
    @FunctionalInterface
    public interface Reader {
        void frame(boolean outgoing, long epochNanos, int wireBytes, byte[] frame);
    }

    /**
     * Makes the memory, which takes the kernel some milliseconds; nothing is read before {@link
     * #begin}. To be called on a thread inside the namespace.
     */
    public static PacketRing open(String device, int blocks) {
        int fd = NetCalls.socket(NetCalls.AF_PACKET, NetCalls.SOCK_RAW, 0);
        try (Arena scratch = Arena.ofConfined()) {
            NetCalls.setOption(fd, SOL_PACKET, PACKET_VERSION, TPACKET_V3);
            NetCalls.setOption(fd, NetCalls.SOL_SOCKET, SO_ATTACH_FILTER, shortener(scratch));
            int frames = BLOCK_BYTES / FRAME_BYTES * blocks;
            NetCalls.setOption(
                    fd,
                    SOL_PACKET,
                    PACKET_RX_RING,
                    scratch.allocateFrom(
                            INT, BLOCK_BYTES, blocks, FRAME_BYTES, frames, BLOCK_MILLIS, 0, 0));
            int index = NetCalls.interfaceIndex(device);
            MemorySegment memory = NetCalls.map(fd, (long) BLOCK_BYTES * blocks);
            return new PacketRing(fd, index, memory, blocks);
        } catch (RuntimeException e) {
            NetCalls.close(fd);
            throw e;
        }
    }

    /** From now on frames are kept. The device has to be up: one that is down is an error. */
    public void begin() {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment address = scratch.allocate(20, 4);
            address.set(SHORT, 0, (short) NetCalls.AF_PACKET);
            address.set(SHORT, 2, Short.reverseBytes((short) ETH_P_ALL));
            address.set(INT, 4, device);
            NetCalls.bind(fd, address);
        }
    }

    /**
     * A filter that passes every frame, what we send only with its beginning: on a virtual wire one
     * frame can hold 64 KiB, and a big download would push out what the other side says.
     */
    private static MemorySegment shortener(Arena arena) {
        long[] program = {
            instruction(0x30, 0, 0, 0xfffff004), // which way: SKF_AD_PKTTYPE
            instruction(0x15, 0, 1, OUTGOING),
            instruction(0x06, 0, 0, SENT_BYTES),
            instruction(0x06, 0, 0, 1 << 18),
        };
        MemorySegment filter = arena.allocate(16, 8);
        filter.set(SHORT, 0, (short) program.length);
        filter.set(ValueLayout.ADDRESS, 8, arena.allocateFrom(ValueLayout.JAVA_LONG, program));
        return filter;
    }

    private static long instruction(int code, int whenTrue, int whenFalse, int value) {
        return code | (long) whenTrue << 16 | (long) whenFalse << 24 | (long) value << 32;
    }

    /** Hands over the frames of at most one block; false when there were none within the time. */
    public boolean read(int millis, Reader reader) {
        MemorySegment block = ring.asSlice((long) next * BLOCK_BYTES, BLOCK_BYTES);
        if (((int) STATUS.getAcquire(block, 8L) & 1) == 0) {
            NetCalls.readable(errno, pollfds, fd, wakeUp, millis);
            if (((int) STATUS.getAcquire(block, 8L) & 1) == 0) {
                return false;
            }
        }
        int count = block.get(INT, 12);
        long at = block.get(INT, 16);
        for (int i = 0; i < count; i++) {
            MemorySegment header = block.asSlice(at);
            int held = header.get(INT, 12);
            long start = Short.toUnsignedLong(header.get(SHORT, 24));
            long nanos =
                    Integer.toUnsignedLong(header.get(INT, 4)) * 1_000_000_000L
                            + Integer.toUnsignedLong(header.get(INT, 8));
            reader.frame(
                    header.get(BYTE, 48 + 10) == OUTGOING,
                    nanos,
                    header.get(INT, 16),
                    header.asSlice(start, held).toArray(BYTE));
            at += Integer.toUnsignedLong(header.get(INT, 0));
        }
        STATUS.setRelease(block, 8L, 0);
        next = (next + 1) % blocks;
        handed.addAndGet(count);
        return true;
    }

    /** How many frames the kernel could not hand over because we were too slow, so far. */
    public synchronized long dropped() {
        count();
        return dropped;
    }

    /** Whether a reader is done with everything that has crossed the device so far. */
    public synchronized boolean drained() {
        count();
        return handed.get() >= crossed - dropped;
    }

    private void count() {
        var counts = MemorySegment.ofArray(NetCalls.option(fd, SOL_PACKET, PACKET_STATISTICS, 12));
        // Reading them sets them back, so they are added up.
        crossed += Integer.toUnsignedLong(counts.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
        dropped += Integer.toUnsignedLong(counts.get(ValueLayout.JAVA_INT_UNALIGNED, 4));
    }

    /** Lets a waiting thread return at once, from now on always. */
    public void wake() {
        wakeUp.wake();
    }

    @Override
    public void close() {
        wakeUp.close();
        NetCalls.unmap(ring);
        NetCalls.close(fd);
        arena.close();
    }
}
