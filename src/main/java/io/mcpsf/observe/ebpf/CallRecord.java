package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Machine;
import io.mcpsf.observe.SocketAddress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * One record of the sensor's program, laid out as in {@code sensor.bpf.c}: who it was, the call,
 * and what the kernel knows of it. The texts are the word of the sample, unless a program was
 * executed.
 */
record CallRecord(Kind kind, Task task, Call call, Node node, Peers peers, Texts texts) {

    static final int HEAD = 176;

    private static final int ARGUMENTS = 6;
    private static final int TEXTS = 3;
    private static final int NUMBER = 16;
    private static final int RESULT = 24;
    private static final int FIRST_ARGUMENT = 32;
    private static final int INODE = 80;
    private static final int SOCKET = 112;
    private static final int LENGTHS = 152;
    private static final int NANOS = 168;

    /** What happened. */
    enum Kind {
        CALLED,
        EXECUTED,
        /** The result is the id of the process that was made. */
        FORKED,
        EXITED
    }

    /**
     * Who it was.
     *
     * @param sandbox the number that its sandbox got when it was watched
     * @param process its id on the host
     * @param nanos when it was, by the clock of {@link System#nanoTime}
     */
    record Task(int sandbox, int process, int thread, long nanos) {}

    int sandbox() {
        return task.sandbox();
    }

    int process() {
        return task.process();
    }

    /** Whether it was the first thread of its process. */
    boolean main() {
        return task.thread() == task.process();
    }

    /** A system call after it was made. */
    record Call(int number, boolean foreign, long result, List<Long> arguments) {

        String name() {
            return CallNames.ours().name(number);
        }

        long argument(int index) {
            return arguments.get(index);
        }

        int small(int index) {
            return (int) argument(index);
        }

        boolean failed() {
            return result < 0;
        }

        int errno() {
            return failed() ? (int) -result : 0;
        }

        /** The interface it was made through, in the kernel's word for it. */
        int architecture() {
            return foreign ? Machine.AUDIT_I386 : Machine.ours().audit();
        }
    }

    /**
     * The file or folder that the kernel names, as the process sees it from its root folder.
     *
     * @param device as {@code stat} numbers it
     * @param whole whether the path reaches up to that root
     */
    record Node(
            long device,
            long inode,
            int flags,
            int how,
            int mode,
            int links,
            boolean whole,
            String path) {

        private static final int TYPE = 0xF000;
        private static final int FOLDER = 0x4000;
        private static final int REGULAR = 0x8000;
        private static final int CREATED = 0x100000;

        boolean folder() {
            return (mode & TYPE) == FOLDER;
        }

        boolean regular() {
            return (mode & TYPE) == REGULAR;
        }

        /** Whether it was made by the open that this is told of. */
        boolean created() {
            return (how & CREATED) != 0;
        }

        /** Memory that was never a file. */
        boolean memory() {
            return regular() && links == 0 && path.startsWith("/memfd:");
        }

        /** A file whose name is gone. */
        boolean deleted() {
            return regular() && links == 0 && !memory();
        }
    }

    /** The two ends of a socket, as the kernel has them; no family where there was no socket. */
    record Peers(int protocol, SocketAddress peer, SocketAddress own) {

        int family() {
            return own.family();
        }
    }

    /** What was copied from the memory of the process; a string has its zero at the end. */
    static final class Texts {

        private final byte[][] all = new byte[TEXTS][];

        private Texts(ByteBuffer head, byte[] bytes, int from) {
            int at = from;
            for (int i = 0; i < TEXTS; i++) {
                int end = Math.addExact(at, head.getInt(LENGTHS + 4 + 4 * i));
                all[i] = Arrays.copyOfRange(bytes, at, end);
                at = end;
            }
        }

        byte[] first() {
            return all[0];
        }

        byte[] second() {
            return all[1];
        }

        byte[] third() {
            return all[2];
        }
    }

    /** Reads one; the bytes are the kernel's, the names and texts in it are hostile. */
    static CallRecord read(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        int names = head.getInt(LENGTHS);
        return new CallRecord(
                Kind.values()[head.getInt(0) - 1],
                new Task(head.getInt(4), head.getInt(8), head.getInt(12), head.getLong(NANOS)),
                call(head),
                node(head, KernelRecord.path(bytes, HEAD, HEAD + names)),
                peers(head, bytes),
                new Texts(head, bytes, HEAD + names));
    }

    private static Call call(ByteBuffer head) {
        Long[] arguments = new Long[ARGUMENTS];
        for (int i = 0; i < ARGUMENTS; i++) {
            arguments[i] = head.getLong(FIRST_ARGUMENT + 8 * i);
        }
        return new Call(
                head.getInt(NUMBER),
                head.getInt(NUMBER + 4) == 1,
                head.getLong(RESULT),
                List.of(arguments));
    }

    private static Node node(ByteBuffer head, String path) {
        return new Node(
                device(head.getInt(INODE + 8)),
                head.getLong(INODE),
                head.getInt(INODE + 12),
                head.getInt(INODE + 16),
                head.getInt(INODE + 20),
                head.getInt(INODE + 24),
                head.getInt(INODE + 28) == 1,
                path);
    }

    /** The kernel has twenty bits for the minor number; stat puts the low eight of them last. */
    private static long device(int kernel) {
        long major = Integer.toUnsignedLong(kernel) >>> 20;
        long minor = kernel & 0xFFFFF;
        return (minor & 0xFF) | major << 8 | (minor & ~0xFFL) << 12;
    }

    private static Peers peers(ByteBuffer head, byte[] bytes) {
        int family = head.getShort(SOCKET);
        // The peer's port is told as it travels, our own as a number.
        int peerPort = (bytes[SOCKET + 4] & 0xFF) << 8 | (bytes[SOCKET + 5] & 0xFF);
        int ownPort = Short.toUnsignedInt(head.getShort(SOCKET + 6));
        return new Peers(
                Short.toUnsignedInt(head.getShort(SOCKET + 2)),
                address(family, bytes, SOCKET + 8, peerPort),
                address(family, bytes, SOCKET + 24, ownPort));
    }

    private static SocketAddress address(int family, byte[] bytes, int at, int port) {
        int length =
                switch (family) {
                    case SocketAddress.INET -> 4;
                    case SocketAddress.INET6 -> 16;
                    default -> 0;
                };
        if (length == 0) {
            return new SocketAddress(family, "", 0);
        }
        try {
            byte[] address = Arrays.copyOfRange(bytes, at, at + length);
            return new SocketAddress(
                    family, InetAddress.getByAddress(address).getHostAddress(), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + length + " bytes", e);
        }
    }
}
