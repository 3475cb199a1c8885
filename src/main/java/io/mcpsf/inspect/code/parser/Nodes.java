package io.mcpsf.inspect.code.parser;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The nodes of one text as they arrive, some thousands at a time. Small methods on purpose: this is
 * the first code of a scan that gets hot, and what is compiled while it runs costs more than it.
 */
final class Nodes {

    /** What one node takes on its way here. */
    static final int BYTES = 16;

    private static final int ERROR = 0xffff;

    private final int length;
    private final byte[] kindOf;
    private final byte[] partOf;
    private final byte[] kind;
    private final byte[] part;
    private final int[] parent;
    private final int[] start;
    private final int[] end;

    /** For so many nodes of a text of that length; the tables say what the numbers mean. */
    Nodes(int count, int length, byte[] kindOf, byte[] partOf) {
        this.length = length;
        this.kindOf = kindOf;
        this.partOf = partOf;
        this.kind = new byte[count];
        this.part = new byte[count];
        this.parent = new int[count];
        this.start = new int[count];
        this.end = new int[count];
    }

    /** Takes some more. Throws when one of them cannot be. */
    void take(byte[] from, int first, int some) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(from).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < some; i++) {
            if (!take(bytes, i * BYTES, first + i)) {
                throw new IOException("a node that cannot be");
            }
        }
    }

    private boolean take(ByteBuffer bytes, int at, int node) {
        int symbol = bytes.getShort(at) & 0xffff;
        int field = bytes.get(at + 2) & 0xff;
        int above = bytes.getInt(at + 4);
        int begin = bytes.getInt(at + 8);
        int behind = bytes.getInt(at + 12);
        boolean sound =
                above >= 0
                        && (above < node || node == 0)
                        && begin >= 0
                        && begin <= behind
                        && behind <= length
                        && (symbol < kindOf.length || symbol == ERROR)
                        && field < partOf.length;
        if (sound) {
            parent[node] = above;
            start[node] = begin;
            end[node] = behind;
            kind[node] = symbol == ERROR ? (byte) Kind.ERROR.ordinal() : kindOf[symbol];
            part[node] = partOf[field];
        }
        return sound;
    }

    SyntaxTree tree(byte[] text) {
        return new SyntaxTree(text, kind, part, parent, start, end);
    }
}
