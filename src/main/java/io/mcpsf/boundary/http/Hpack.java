package io.mcpsf.boundary.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads compressed header blocks (RFC 7541), with a bounded table and bounded output. */
final class Hpack {

    private static final int TABLE_BYTES = 4096;
    private static final int MAX_STRING = 32 << 10;
    private static final int MAX_HEADERS = 200;
    private static final int MAX_TOTAL = 128 << 10;
    private static final List<Headers.Line> FIXED = fixed();

    private final Huffman huffman = new Huffman();
    private final List<Headers.Line> table = new ArrayList<>();
    private int tableBytes;
    private int limit = TABLE_BYTES;
    private byte[] block = {};
    private int at;

    /** The headers of one block. A malformed one breaks the connection: the table is lost. */
    List<Headers.Line> decode(byte[] hostile) throws MalformedHttpException {
        block = hostile;
        at = 0;
        List<Headers.Line> lines = new ArrayList<>();
        int total = 0;
        while (at < block.length) {
            int first = block[at] & 0xff;
            Headers.Line line;
            if (first >= 0x80) {
                line = entry(number(7));
            } else if (first >= 0x40) {
                line = literal(6);
                remember(line);
            } else if (first >= 0x20) {
                resize(number(5));
                continue;
            } else {
                line = literal(4);
            }
            total += line.name().length() + line.value().length();
            if (lines.size() == MAX_HEADERS || total > MAX_TOTAL) {
                throw new MalformedHttpException("too many headers");
            }
            lines.add(line);
        }
        return lines;
    }

    private Headers.Line literal(int prefix) throws MalformedHttpException {
        int index = number(prefix);
        String name = index == 0 ? string() : entry(index).name();
        return new Headers.Line(name, string());
    }

    private Headers.Line entry(int index) throws MalformedHttpException {
        if (index >= 1 && index <= FIXED.size()) {
            return FIXED.get(index - 1);
        }
        int own = index - FIXED.size() - 1;
        if (own < 0 || own >= table.size()) {
            throw new MalformedHttpException("no such header in the table");
        }
        return table.get(table.size() - 1 - own);
    }

    private void remember(Headers.Line line) {
        table.add(line);
        tableBytes += size(line);
        shrink();
    }

    private void resize(int bytes) throws MalformedHttpException {
        if (bytes > TABLE_BYTES) {
            throw new MalformedHttpException("a larger table than we gave");
        }
        limit = bytes;
        shrink();
    }

    private void shrink() {
        while (tableBytes > limit && !table.isEmpty()) {
            tableBytes -= size(table.removeFirst());
        }
    }

    private static int size(Headers.Line line) {
        return line.name().length() + line.value().length() + 32;
    }

    private int number(int prefix) throws MalformedHttpException {
        int mask = (1 << prefix) - 1;
        int value = octet() & mask;
        if (value < mask) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            int next = octet();
            value += (next & 0x7f) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new MalformedHttpException("a number without end");
    }

    private String string() throws MalformedHttpException {
        if (at >= block.length) {
            throw new MalformedHttpException("a block cut short");
        }
        boolean packed = (block[at] & 0x80) != 0;
        int length = number(7);
        if (length > MAX_STRING || length > block.length - at) {
            throw new MalformedHttpException("a string longer than its block");
        }
        int from = at;
        at += length;
        byte[] bytes =
                packed
                        ? huffman.decode(block, from, length, MAX_STRING)
                        : Arrays.copyOfRange(block, from, from + length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int octet() throws MalformedHttpException {
        if (at >= block.length) {
            throw new MalformedHttpException("a block cut short");
        }
        return block[at++] & 0xff;
    }

    private static List<Headers.Line> fixed() {
        String table =
                ":authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http"
                        + "|:scheme=https|:status=200|:status=204|:status=206|:status=304"
                        + "|:status=400|:status=404|:status=500|accept-charset"
                        + "|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept"
                        + "|access-control-allow-origin|age|allow|authorization|cache-control"
                        + "|content-disposition|content-encoding|content-language|content-length"
                        + "|content-location|content-range|content-type|cookie|date|etag|expect"
                        + "|expires|from|host|if-match|if-modified-since|if-none-match|if-range"
                        + "|if-unmodified-since|last-modified|link|location|max-forwards"
                        + "|proxy-authenticate|proxy-authorization|range|referer|refresh"
                        + "|retry-after|server|set-cookie|strict-transport-security"
                        + "|transfer-encoding|user-agent|vary|via|www-authenticate";
        List<Headers.Line> lines = new ArrayList<>();
        for (String line : table.split("\\|")) {
            int equals = line.indexOf('=');
            lines.add(
                    equals < 0
                            ? new Headers.Line(line, "")
                            : new Headers.Line(
                                    line.substring(0, equals), line.substring(equals + 1)));
        }
        return List.copyOf(lines);
    }
}
