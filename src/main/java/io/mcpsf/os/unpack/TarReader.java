package io.mcpsf.os.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a tar stream: the old form, ustar, GNU's long names and the extended headers of pax. What
 * other readers are known to read in another way is refused: they would see files that we don't.
 */
final class TarReader {

    private static final int BLOCK = 512;

    /** A long name or an extended header is at most this long. */
    private static final int LONGEST_EXTRA = 1 << 16;

    /** What headers for all entries may not set: some readers obey them, and some don't. */
    private static final Set<String> OF_ONE_ENTRY = Set.of("path", "linkpath", "size");

    private static final String SPARSE = "GNU.sparse";

    private static final Pattern OVERLAY =
            Pattern.compile("(?:SCHILY|LIBARCHIVE)\\.xattr\\.(?:trusted|user)\\.overlay\\..*");

    private final InputStream in;
    private final Receiver landing;
    private boolean extendedHere;
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
            case 'x' -> {
                onlyOne();
                extendedHere = true;
                pax(extra(size), extended);
            }
            case 'g' -> {
                onlyOne();
                forAll(extra(size));
            }
            case 'L' -> put(extended, "path", untilZero(extra(size)));
            case 'K' -> put(extended, "linkpath", untilZero(extra(size)));
            default -> {
                plain(block, type, extended.containsKey("size") ? paxSize() : size);
                extended.clear();
                extendedHere = false;
            }
        }
    }

    /** Of several some readers take the last, and some add them up. */
    private void onlyOne() throws RefusedArchiveException {
        if (extendedHere) {
            throw new RefusedArchiveException("two extended headers for one entry");
        }
    }

    /** Defaults for all entries: a comment in every real archive. */
    private static void forAll(byte[] records) throws RefusedArchiveException {
        Map<String, String> defaults = new HashMap<>();
        pax(records, defaults);
        for (String key : defaults.keySet()) {
            if (OF_ONE_ENTRY.contains(key) || key.startsWith(SPARSE)) {
                throw new RefusedArchiveException("a header for all entries", key);
            }
        }
    }

    private static void put(Map<String, String> into, String key, String value)
            throws RefusedArchiveException {
        String before = into.put(key, value);
        if (before != null && !before.equals(value)) {
            throw new RefusedArchiveException("two names for one entry", value);
        }
    }

    private void plain(byte[] block, char type, long size) throws IOException {
        String name =
                extended.containsKey("path") ? extended.getOrDefault("path", "") : name(block);
        String aim =
                extended.containsKey("linkpath")
                        ? extended.getOrDefault("linkpath", "")
                        : text(block, 157, 100);
        for (String key : extended.keySet()) {
            if (key.startsWith(SPARSE)) {
                throw new RefusedArchiveException("a sparse file", name);
            }
            if (OVERLAY.matcher(key).matches()) {
                throw new RefusedArchiveException("an attribute of overlays", name);
            }
        }
        boolean file = type == '0' || type == '\0' || type == '7';
        if (size > 0 && (!file || name.endsWith("/"))) {
            // Some readers pass over it, and some take it for the next entries.
            throw new RefusedArchiveException("content in an entry that is not a file", name);
        }
        switch (type) {
            case '0', '\0', '7' -> {
                if (name.endsWith("/")) {
                    landing.folder(name); // How the oldest archives write a folder.
                } else {
                    boolean executable = (number(block, 100, 8) & 0100) != 0;
                    var content = new Content(size);
                    landing.file(name, executable, size, content);
                    content.finish();
                }
            }
            case '5' -> landing.folder(name);
            case '2' -> landing.link(name, aim);
            case '1' -> landing.hardLink(name, aim);
            case '3', '4' -> landing.special(device(block, type), name);
            case '6' -> landing.special("a named pipe", name);
            default ->
                    throw new RefusedArchiveException(
                            "an entry of unknown kind %d".formatted((int) type), name);
        }
    }

    private static String device(byte[] block, char type) throws RefusedArchiveException {
        boolean none = number(block, 329, 8) == 0 && number(block, 337, 8) == 0;
        return none && type == '3' ? Receiver.DELETING : "a device node";
    }

    /** Records of the form {@code length key=value\n}, where the length counts all of it. */
    private static void pax(byte[] records, Map<String, String> into)
            throws RefusedArchiveException {
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
            // Without a value it says that the plain header counts.
            if (equals > 0 && equals < record.length() - 1) {
                put(into, record.substring(0, equals), record.substring(equals + 1));
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
