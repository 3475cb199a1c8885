package io.mcpsf.bait;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A database file of SQLite with one table, as browsers keep their secrets in. */
final class SqliteFile {

    private static final int PAGE = 4096;

    private SqliteFile() {}

    /** The whole file, one byte in each character; all columns are texts. */
    static String with(String table, List<String> columns, List<List<String>> rows) {
        var file = ByteBuffer.allocate(2 * PAGE);
        file.put("SQLite format 3\0".getBytes(StandardCharsets.US_ASCII));
        file.putShort((short) PAGE).put(new byte[] {1, 1, 0, 64, 32, 32});
        file.putInt(7).putInt(2).putInt(0).putInt(0).putInt(1).putInt(4);
        file.putInt(0).putInt(0).putInt(1).putInt(0).putInt(0).putInt(0);
        file.position(92).putInt(7).putInt(3045001);
        String create = "CREATE TABLE " + table + "(" + String.join(",", columns) + ")";
        leaf(file, 0, 100, List.of(record(List.of("table", table, table, "\u0002", create), 3)));
        leaf(file, PAGE, 0, rows.stream().map(row -> record(row, -1)).toList());
        return new String(file.array(), StandardCharsets.ISO_8859_1);
    }

    /** A page whose cells fill it from its end; the list of their places follows its head. */
    private static void leaf(ByteBuffer file, int page, int head, List<byte[]> records) {
        int end = PAGE;
        int places = page + head + 8;
        for (int i = 0; i < records.size(); i++) {
            byte[] record = records.get(i);
            byte[] size = varint(record.length);
            end -= size.length + 1 + record.length;
            if (page + end < places + 2 * records.size()) {
                throw new IllegalArgumentException("more rows than a page holds");
            }
            file.position(page + end).put(size).put((byte) (i + 1)).put(record);
            file.putShort(places + 2 * i, (short) end);
        }
        file.put(page + head, (byte) 13);
        file.putShort(page + head + 3, (short) records.size());
        file.putShort(page + head + 5, (short) end);
    }

    /** A row; the column {@code number} is one byte to be read as a number. */
    private static byte[] record(List<String> values, int number) {
        var types = ByteBuffer.allocate(9 * values.size() + 1);
        var body = ByteBuffer.allocate(PAGE);
        for (int i = 0; i < values.size(); i++) {
            byte[] value = values.get(i).getBytes(StandardCharsets.ISO_8859_1);
            types.put(i == number ? new byte[] {1} : varint(13 + 2L * value.length));
            body.put(value);
        }
        var record = ByteBuffer.allocate(1 + types.position() + body.position());
        record.put((byte) (1 + types.position()));
        record.put(types.flip()).put(body.flip());
        return record.array();
    }

    private static byte[] varint(long value) {
        return value < 0x80
                ? new byte[] {(byte) value}
                : new byte[] {(byte) (0x80 | value >>> 7), (byte) (value & 0x7f)};
    }
}
