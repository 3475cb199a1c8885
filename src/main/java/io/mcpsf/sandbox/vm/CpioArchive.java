package io.mcpsf.sandbox.vm;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The first root of a guest, in the form that Linux unpacks (cpio, newc). */
final class CpioArchive {

    private static final int FOLDER = 0040755;
    private static final int FILE = 0100000;
    private static final int LINK = 0120777;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int number = 1;

    CpioArchive folder(String path) {
        entry(path, FOLDER, new byte[0]);
        return this;
    }

    CpioArchive file(String path, int mode, byte[] content) {
        entry(path, FILE | mode, content);
        return this;
    }

    CpioArchive link(String path, String target) {
        entry(path, LINK, target.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    byte[] finish() {
        entry("TRAILER!!!", 0, new byte[0]);
        return out.toByteArray();
    }

    private void entry(String path, int mode, byte[] content) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        int[] fields = {number++, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, 0};
        var head = new StringBuilder("070701");
        for (int field : fields) {
            head.append(String.format(Locale.ROOT, "%08x", field));
        }
        out.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(name);
        out.write(0);
        align();
        out.writeBytes(content);
        align();
    }

    private void align() {
        while (out.size() % 4 != 0) {
            out.write(0);
        }
    }
}
