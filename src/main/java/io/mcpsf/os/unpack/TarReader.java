package io.mcpsf.os.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Reads a tar stream: the old form, ustar, GNU's long names and the extended headers of pax. */
final class TarReader {

    private static final int BLOCK = 512;

    /** A long name or an extended header is at most this long. */
    private static final int LONGEST_EXTRA = 1 << 16;

    private final InputStream in;
    private final Receiver landing;
    private final Map<String, String> extended = new HashMap<>();

    TarReader(InputStream in, Receiver landing) {
        this.in = in;
        this.landing = landing;
    }

    /** Whether there was any entry. */
    boolean read() throws IOException {
        boolean any = false;
        for (byte[] block = block(); block.length > 0; block = block()) {
            if (isZero(block)) {
                return any; // Two of them end it, and nothing behind the first one counts.
            }
            if (!checksumFits(block)) {
                throw new RefusedArchiveException(
                        any
                                ? "it is damaged: a header has the wrong checksum"
                                : "it is not a tar, tar.gz or zip");
            }
            any = true;
            entry(block);
        }
        return any;
    }

    private void entry(byte[] block) throws IOException {
        char type = (char) (block[156] & 0xff);
        long size = number(block, 124, 12);
        landing.count();
        switch (type) {
            case 'x' -> pax(extra(size));
            case 'g' -> extra(size); // Defaults for all entries: a comment in every real archive.
            case 'L' -> extended.put("path", untilZero(extra(size)));
            case 'K' -> extended.put("linkpath", untilZero(extra(size)));
            default -> {
                plain(block, type, extended.containsKey("size") ? paxSize() : size);
                extended.clear();
            }
        }
    }

    private void plain(byte[] block, char type, long size) throws IOException {
        String name =
                extended.containsKey("path") ? extended.getOrDefault("path", "") : name(block);
        String aim =
                extended.containsKey("linkpath")
                        ? extended.getOrDefault("linkpath", "")
                        : text(block, 157, 100);
        if (extended.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse"))) {
            throw new RefusedArchiveException("a sparse file", name);
        }
        switch (type) {
            case '0', '\0', '7' -> {
                if (name.endsWith("/")) {
                    landing.folder(name); // How the oldest archives write a folder.
                    skip(size);
                } else {
                    boolean executable = (number(block, 100, 8) & 0100) != 0;
                    var content = new Content(size);
                    landing.file(name, executable, size, content);
                    content.finish();
                }
            }
            case '5' -> {
                landing.folder(name);
                skip(size);
            }
            case '2' -> {
                landing.link(name, aim);
                skip(size);
            }
            case '1' -> landing.hardLink(name, aim);
            case '3', '4' -> landing.special("a device node", name);
            case '6' -> landing.special("a named pipe", name);
            default ->
                    throw new RefusedArchiveException(
                            "an entry of unknown kind %d".formatted((int) type), name);
        }
    }

    /** Records of the form {@code length key=value\n}, where the length counts all of it. */
    private void pax(byte[] records) throws RefusedArchiveException {
        int at = 0;
        while (at < records.length && records[at] != 0) {
            int space = at;
            while (space < records.length && space - at < 7 && records[space] != ' ') {
                space++;
            }
            int end = at + digits(records, at, space);
            if (end > records.length || end <= space + 1 || records[end - 1] != '\n') {
                throw new RefusedArchiveException("it is damaged: a bad extended header");
            }
            String record = EntryName.decode(Arrays.copyOfRange(records, space + 1, end - 1));
            int equals = record.indexOf('=');
            if (equals > 0) {
                extended.put(record.substring(0, equals), record.substring(equals + 1));
            }
            at = end;
        }
    }

    private static int digits(byte[] bytes, int from, int to) throws RefusedArchiveException {
        String digits = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        if (!digits.matches("[0-9]{1,6}")) {
            throw new RefusedArchiveException("it is damaged: a bad extended header");
        }
        return Integer.parseInt(digits);
    }

    private long paxSize() throws RefusedArchiveException {
        String size = extended.getOrDefault("size", "");
        if (!size.matches("[0-9]{1,18}")) {
            throw new RefusedArchiveException("it is damaged: a bad size");
        }
        return Long.parseLong(size);
    }

    private byte[] extra(long size) throws IOException {
        if (size > LONGEST_EXTRA) {
            throw new RefusedArchiveException(
                    "a name longer than %d bytes".formatted(LONGEST_EXTRA));
        }
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new EOFException("it ends too early");
        }
        in.skipNBytes(padding(size));
        return bytes;
    }

    private void skip(long size) throws IOException {
        var content = new Content(size);
        content.finish();
    }

    private byte[] block() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length != 0 && block.length != BLOCK) {
            throw new EOFException("it ends too early");
        }
        return block;
    }

    private static String name(byte[] block) {
        String name = text(block, 0, 100);
        boolean ustar = new String(block, 257, 6, StandardCharsets.ISO_8859_1).equals("ustar\0");
        String prefix = ustar ? text(block, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] block, int from, int length) {
        return untilZero(Arrays.copyOfRange(block, from, from + length));
    }

    private static String untilZero(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return EntryName.decode(Arrays.copyOf(bytes, end));
    }

    /** Octal digits, or binary when the first bit is set. */
    private static long number(byte[] block, int from, int length) throws RefusedArchiveException {
        if ((block[from] & 0x80) != 0) {
            long value = block[from] & 0x7f;
            for (int i = from + 1; i < from + length; i++) {
                if (value > Long.MAX_VALUE >> 9) {
                    throw new RefusedArchiveException("it is damaged: a bad number");
                }
                value = value << 8 | (block[i] & 0xff);
            }
            return value;
        }
        long value = 0;
        boolean begun = false;
        for (int i = from; i < from + length; i++) {
            int c = block[i];
            if (c >= '0' && c <= '7') {
                value = value << 3 | (c - '0');
                begun = true;
            } else if (c == 0 || (c == ' ' && begun)) {
                return value;
            } else if (c != ' ') {
                throw new RefusedArchiveException("it is damaged: a bad number");
            }
        }
        return value;
    }

    private static boolean checksumFits(byte[] block) {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xff;
        }
        try {
            return number(block, 148, 8) == sum;
        } catch (RefusedArchiveException no_number) {
            return false;
        }
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }

    /** The bytes of one entry; {@link #finish} passes over what nobody read of them. */
    private final class Content extends InputStream {

        private final long size;
        private long left;

        Content(long size) {
            this.size = size;
            this.left = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = in.read(to, from, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("it ends too early");
            }
            left -= count;
            return count;
        }

        void finish() throws IOException {
            in.skipNBytes(left + padding(size));
            left = 0;
        }
    }
}
