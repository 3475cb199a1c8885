package io.mcpsf.observe.ebpf;

import io.mcpsf.observe.Hostile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * One record of the program in the kernel, laid out as in {@code witness.bpf.c}.
 *
 * @param namespace the mount namespace, which tells the sandbox
 * @param process the process, by its id on the host
 * @param path as the process sees it from its root folder
 * @param whole whether the path reaches up to that root
 */
record KernelRecord(
        Kind kind,
        int namespace,
        int process,
        int flags,
        int mode,
        int links,
        boolean whole,
        String path) {

    static final int HEAD = 32;
    private static final int TYPE = 0xF000;
    private static final int REGULAR = 0x8000;

    /** What the kernel did. */
    enum Kind {
        OPENED,
        EXECUTED
    }

    /** Reads one; the bytes are the kernel's, the names in it are hostile. */
    static KernelRecord read(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        return new KernelRecord(
                head.getInt(0) == 1 ? Kind.OPENED : Kind.EXECUTED,
                head.getInt(4),
                head.getInt(8),
                head.getInt(16),
                head.getInt(20),
                head.getInt(24),
                head.getInt(28) == 1,
                path(bytes, HEAD, bytes.length));
    }

    /** A file with a name: no folder, pipe or device, and not one that is removed already. */
    boolean named() {
        return (mode & TYPE) == REGULAR && links > 0 && whole;
    }

    /** The names between two places, the last one first, each with a zero at its end. */
    static String path(byte[] bytes, int from, int to) {
        List<Integer> starts = new ArrayList<>();
        for (int at = from; at < to; at++) {
            if (at == from || bytes[at - 1] == 0) {
                starts.add(at);
            }
        }
        var path = new ByteArrayOutputStream(to - from);
        for (int start : starts.reversed()) {
            path.write('/');
            for (int at = start; at < to && bytes[at] != 0; at++) {
                path.write(bytes[at]);
            }
        }
        return Hostile.text(path.toByteArray());
    }
}
