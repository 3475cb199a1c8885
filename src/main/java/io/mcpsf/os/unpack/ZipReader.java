package io.mcpsf.os.unpack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Reads a zip by its directory at the end, as every unpacker does, and refuses where the entries
 * themselves say something else. The JDK's own reader hides links and modes.
 */
final class ZipReader {

    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int ENTRY = 0x02014b50;
    private static final int LOCAL = 0x04034b50;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int LONGEST_DIRECTORY = 64 << 20;

    private final FileChannel channel;
    private final Unpack.Caps caps;
    private final Landing landing;

    ZipReader(FileChannel channel, Unpack.Caps caps, Landing landing) {
        this.channel = channel;
        this.caps = caps;
        this.landing = landing;
    }

    private record Place(long count, long size, long offset) {}

    @SuppressWarnings("ArrayRecordComponent") // looked at once, never compared
    private record Entry(
            byte[] rawName,
            int flags,
            int method,
            long crc,
            long packed,
            long size,
            int mode,
            long offset) {}

    void read() throws IOException {
        Place place = directory();
        if (place.count() > caps.entries()) {
            throw new RefusedArchiveException("more than %,d entries".formatted(caps.entries()));
        }
        if (place.size() < 0 || place.size() > LONGEST_DIRECTORY) {
            throw new RefusedArchiveException("it is damaged: its directory is too long");
        }
        ByteBuffer all = Positioned.exactly(channel, place.offset(), (int) place.size());
        for (long i = 0; i < place.count(); i++) {
            landing.count();
            land(entry(all));
        }
    }

    private Place directory() throws IOException {
        long size = channel.size();
        int tailLength = (int) Math.min(size, LONGEST_COMMENT + 22);
        ByteBuffer tail = Positioned.exactly(channel, size - tailLength, tailLength);
        for (int at = tailLength - 22; at >= 0; at--) {
            if (tail.getInt(at) == END
                    && at + 22 + (tail.getShort(at + 20) & 0xffff) == tailLength) {
                var place =
                        new Place(
                                tail.getShort(at + 10) & 0xffff,
                                tail.getInt(at + 12) & 0xffffffffL,
                                tail.getInt(at + 16) & 0xffffffffL);
                return large(place, size - tailLength + at);
            }
        }
        throw new RefusedArchiveException("it is damaged: it has no directory");
    }

    private Place large(Place place, long end) throws IOException {
        boolean isLarge =
                place.count() == 0xffff
                        || place.size() == 0xffffffffL
                        || place.offset() == 0xffffffffL;
        if (!isLarge || end < 20) {
            return place;
        }
        ByteBuffer locator = Positioned.exactly(channel, end - 20, 20);
        if (locator.getInt(0) != LOCATOR_64) {
            return place;
        }
        ByteBuffer record = Positioned.exactly(channel, locator.getLong(8), 56);
        if (record.getInt(0) != END_64) {
            throw new RefusedArchiveException("it is damaged: it has no directory");
        }
        return new Place(record.getLong(32), record.getLong(40), record.getLong(48));
    }

    private Entry entry(ByteBuffer all) throws RefusedArchiveException {
        int at = all.position();
        if (all.remaining() < 46 || all.getInt(at) != ENTRY) {
            throw new RefusedArchiveException("it is damaged: its directory is cut off");
        }
        int nameLength = all.getShort(at + 28) & 0xffff;
        int extraLength = all.getShort(at + 30) & 0xffff;
        int commentLength = all.getShort(at + 32) & 0xffff;
        if (all.remaining() < 46 + nameLength + extraLength + commentLength) {
            throw new RefusedArchiveException("it is damaged: its directory is cut off");
        }
        byte[] name = new byte[nameLength];
        all.get(at + 46, name);
        long[] wide = {
            all.getInt(at + 24) & 0xffffffffL,
            all.getInt(at + 20) & 0xffffffffL,
            all.getInt(at + 42) & 0xffffffffL
        };
        widen(all, at + 46 + nameLength, extraLength, wide);
        boolean unix = (all.getShort(at + 4) & 0xff00) == 3 << 8;
        int mode = unix ? all.getInt(at + 38) >>> 16 : 0;
        all.position(at + 46 + nameLength + extraLength + commentLength);
        return new Entry(
                name,
                all.getShort(at + 8) & 0xffff,
                all.getShort(at + 10) & 0xffff,
                all.getInt(at + 16) & 0xffffffffL,
                wide[1],
                wide[0],
                mode,
                wide[2]);
    }

    /** Size, packed size and place are in the extra field when they did not fit, in this order. */
    private static void widen(ByteBuffer all, int from, int length, long[] wide)
            throws RefusedArchiveException {
        int at = from;
        while (at + 4 <= from + length) {
            int end = at + 4 + (all.getShort(at + 2) & 0xffff);
            if (end > from + length) {
                return;
            }
            if (all.getShort(at) == 1) {
                int field = at + 4;
                for (int i = 0; i < wide.length; i++) {
                    if (wide[i] == 0xffffffffL) {
                        if (field + 8 > end || all.getLong(field) < 0) {
                            throw new RefusedArchiveException("it is damaged: a bad size");
                        }
                        wide[i] = all.getLong(field);
                        field += 8;
                    }
                }
            }
            at = end;
        }
    }

    private void land(Entry entry) throws IOException {
        String name = EntryName.decode(entry.rawName());
        int kind = entry.mode() & 0170000;
        if ((entry.flags() & 1) != 0) {
            throw new RefusedArchiveException("an encrypted file", name);
        }
        switch (kind) {
            case 0, 0100000, 0040000 -> {
                if (name.endsWith("/")) {
                    landing.folder(name);
                } else if (kind == 0040000) {
                    throw new RefusedArchiveException("a folder with the name of a file", name);
                } else {
                    content(
                            entry,
                            name,
                            in -> landing.file(name, (entry.mode() & 0100) != 0, entry.size(), in));
                }
            }
            case 0120000 ->
                    content(
                            entry,
                            name,
                            in ->
                                    landing.link(
                                            name,
                                            EntryName.decode(in.readNBytes(caps.nameBytes() + 1))));
            case 0020000, 0060000 -> throw new RefusedArchiveException("a device node", name);
            default -> throw new RefusedArchiveException("neither file nor folder nor link", name);
        }
    }

    @FunctionalInterface
    private interface Taker {
        void take(InputStream in) throws IOException;
    }

    private void content(Entry entry, String name, Taker taker) throws IOException {
        ByteBuffer head = Positioned.exactly(channel, entry.offset(), 30);
        int nameLength = head.getShort(26) & 0xffff;
        int extraLength = head.getShort(28) & 0xffff;
        byte[] localName = Positioned.exactly(channel, entry.offset() + 30, nameLength).array();
        if (head.getInt(0) != LOCAL
                || !Arrays.equals(localName, entry.rawName())
                || (head.getShort(8) & 0xffff) != entry.method()) {
            throw new RefusedArchiveException(
                    "an entry that differs from its directory record", name);
        }
        long from = entry.offset() + 30 + nameLength + extraLength;
        var inflater = new Inflater(true);
        try (var raw = new Slice(channel, from, entry.packed());
                InputStream plain =
                        switch (entry.method()) {
                            case 0 -> raw;
                            case 8 -> new InflaterInputStream(raw, inflater, 1 << 14);
                            default ->
                                    throw new RefusedArchiveException(
                                            "an unsupported compression method", name);
                        };
                var checked = new CheckedInputStream(plain, new CRC32())) {
            taker.take(checked);
            if (checked.getChecksum().getValue() != entry.crc() && checked.read() < 0) {
                throw new RefusedArchiveException("it is damaged: a wrong checksum", name);
            }
        } finally {
            inflater.end();
        }
    }
}
