package io.mcpsf.sandbox.docker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An executable file that needs no library: code, and constant data behind it, in one segment that
 * is readable and executable and never writable.
 */
final class StaticElf {

    /** Code lies here, data behind it: both are far smaller than their room. */
    static final int CODE_ROOM = 1024;

    static final int HEADERS = 64 + 56;

    private static final int BASE = 0x400000;
    private static final int DATA = BASE + CODE_ROOM;

    /** The ELF number of a machine, and how its kernel aligns a segment at most. */
    enum Target {
        X86_64(62, 0x1000),
        AARCH64(183, 0x10000);

        private final int number;
        private final int page;

        Target(int number, int page) {
            this.number = number;
            this.page = page;
        }
    }

    private final List<byte[]> data = new ArrayList<>();
    private int dataSize;

    /** Puts bytes into the data and returns their address. */
    int data(byte[] bytes) {
        int address = DATA + dataSize;
        data.add(bytes);
        int padding = -bytes.length & 7;
        data.add(new byte[padding]);
        dataSize += bytes.length + padding;
        return address;
    }

    /** A string as C has it. */
    int text(String text) {
        return data((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /** Strings as C has them, in a vector that ends with a null pointer. */
    int vector(List<String> texts) {
        var pointers = ByteBuffer.allocate((texts.size() + 1) * 8).order(ByteOrder.LITTLE_ENDIAN);
        texts.forEach(text -> pointers.putLong(text(text)));
        return data(pointers.array());
    }

    byte[] file(Target target, byte[] code) {
        int size = CODE_ROOM + dataSize;
        var file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
        file.putShort((short) 2).putShort((short) target.number).putInt(1);
        file.putLong(BASE + HEADERS).putLong(64).putLong(0).putInt(0);
        file.putShort((short) 64).putShort((short) 56).putShort((short) 1);
        file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
        file.putInt(1).putInt(5).putLong(0).putLong(BASE).putLong(BASE);
        file.putLong(size).putLong(size).putLong(target.page);
        file.put(code);
        file.position(CODE_ROOM);
        data.forEach(file::put);
        return file.array();
    }
}
