package io.mcpsf.os.unpack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Writes tars that no honest program would. */
public final class TarMaker {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public TarMaker file(String name, String content) {
        return entry(name, '0', 0644, "", content.getBytes(StandardCharsets.UTF_8));
    }

    TarMaker folder(String name) {
        return entry(name, '5', 0755, "", new byte[0]);
    }

    public TarMaker link(String name, String aim) {
        return entry(name, '2', 0777, aim, new byte[0]);
    }

    /** Extended headers for the next entry. */
    TarMaker pax(String... keysAndValues) {
        var records = new StringBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            String body = " " + keysAndValues[i] + "=" + keysAndValues[i + 1] + "\n";
            int rest = body.getBytes(StandardCharsets.UTF_8).length;
            int length = rest + 1;
            while (length != rest + String.valueOf(length).length()) {
                length++;
            }
            records.append(length).append(body);
        }
        return entry("pax", 'x', 0644, "", records.toString().getBytes(StandardCharsets.UTF_8));
    }

    public TarMaker file(String name, byte[] content) {
        return entry(name, '0', 0644, "", content);
    }

    /** Defaults for all entries after it. */
    TarMaker global(String key, String value) {
        byte[] records = new TarMaker().pax(key, value).out.toByteArray();
        return entry("pax", 'g', 0644, "", untilZero(records));
    }

    private static byte[] untilZero(byte[] records) {
        int end = 512;
        while (end < records.length && records[end] != 0) {
            end++;
        }
        return Arrays.copyOfRange(records, 512, end);
    }

    TarMaker device(String name, int major, int minor) {
        return entry(name, '3', 0666, "", new byte[0], major, minor);
    }

    TarMaker entry(String name, char type, int mode, String aim, byte[] content) {
        return entry(name, type, mode, aim, content, 1, 3);
    }

    private TarMaker entry(
            String name, char type, int mode, String aim, byte[] content, int major, int minor) {
        byte[] block = new byte[512];
        put(block, 0, 100, name);
        put(block, 100, 8, "%07o".formatted(mode));
        put(block, 124, 12, "%011o".formatted(content.length));
        block[156] = (byte) type;
        put(block, 157, 100, aim);
        put(block, 257, 6, "ustar");
        put(block, 329, 8, "%07o".formatted(major));
        put(block, 337, 8, "%07o".formatted(minor));
        Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        put(block, 148, 7, "%06o".formatted(sum));
        out.writeBytes(block);
        out.writeBytes(content);
        out.writeBytes(new byte[(512 - content.length % 512) % 512]);
        return this;
    }

    private static void put(byte[] block, int at, int room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, at, Math.min(room, bytes.length));
    }

    public byte[] bytes() {
        byte[] body = out.toByteArray();
        return Arrays.copyOf(body, body.length + 1024);
    }

    public Path gzip(Path to) {
        try (var packed = new GZIPOutputStream(Files.newOutputStream(to))) {
            packed.write(bytes());
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
