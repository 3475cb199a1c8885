package io.mcpsf.os.unpack;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes zips that no honest program would. */
final class ZipMaker {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private int entries;

    ZipMaker file(String name, String content) {
        return entry(name, name, 0100644, content.getBytes(StandardCharsets.UTF_8), 0);
    }

    ZipMaker link(String name, String aim) {
        return entry(name, name, 0120777, aim.getBytes(StandardCharsets.UTF_8), 0);
    }

    ZipMaker entry(String name, String localName, int mode, byte[] content, int flags) {
        byte[] packed = deflate(content);
        var crc = new CRC32();
        crc.update(content);
        int offset = out.size();
        byte[] local = localName.getBytes(StandardCharsets.UTF_8);
        out.writeBytes(
                little(30)
                        .putInt(0x04034b50)
                        .putShort((short) 20)
                        .putShort((short) flags)
                        .putShort((short) 8)
                        .putInt(0)
                        .putInt((int) crc.getValue())
                        .putInt(packed.length)
                        .putInt(content.length)
                        .putShort((short) local.length)
                        .putShort((short) 0)
                        .array());
        out.writeBytes(local);
        out.writeBytes(packed);
        byte[] central = name.getBytes(StandardCharsets.UTF_8);
        directory.writeBytes(
                little(46)
                        .putInt(0x02014b50)
                        .putShort((short) (3 << 8 | 20))
                        .putShort((short) 20)
                        .putShort((short) flags)
                        .putShort((short) 8)
                        .putInt(0)
                        .putInt((int) crc.getValue())
                        .putInt(packed.length)
                        .putInt(content.length)
                        .putShort((short) central.length)
                        .putShort((short) 0)
                        .putShort((short) 0)
                        .putShort((short) 0)
                        .putShort((short) 0)
                        .putInt(mode << 16)
                        .putInt(offset)
                        .array());
        directory.writeBytes(central);
        entries++;
        return this;
    }

    byte[] bytes() {
        int offset = out.size();
        byte[] listed = directory.toByteArray();
        var all = new ByteArrayOutputStream();
        all.writeBytes(out.toByteArray());
        all.writeBytes(listed);
        all.writeBytes(
                little(22)
                        .putInt(0x06054b50)
                        .putInt(0)
                        .putShort((short) entries)
                        .putShort((short) entries)
                        .putInt(listed.length)
                        .putInt(offset)
                        .putShort((short) 0)
                        .array());
        return all.toByteArray();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] deflate(byte[] content) {
        var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(content);
        deflater.finish();
        var packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return packed.toByteArray();
    }
}
