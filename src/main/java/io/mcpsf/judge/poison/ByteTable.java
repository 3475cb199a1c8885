package io.mcpsf.judge.poison;

import java.nio.ByteBuffer;

/** Rows of bytes, each with what one step of it is worth. They stay where they were read. */
final class ByteTable {

    private final byte[] file;
    private final int start;
    private final int width;
    private final float[] scales;

    private ByteTable(byte[] file, int start, int width, float[] scales) {
        this.file = file;
        this.start = start;
        this.width = width;
        this.scales = scales;
    }

    static ByteTable read(ByteBuffer in, int rows, int width) {
        float[] scales = floats(in, rows);
        int start = in.arrayOffset() + in.position();
        var table = new ByteTable(in.array(), start, width, scales);
        in.position(in.position() + rows * width);
        return table;
    }

    static float[] floats(ByteBuffer in, int count) {
        float[] all = new float[count];
        for (int i = 0; i < count; i++) {
            all[i] = in.getFloat();
        }
        return all;
    }

    int width() {
        return width;
    }

    float scale(int row) {
        return scales[row];
    }

    void row(int number, float[] to) {
        int at = start + number * width;
        for (int i = 0; i < width; i++) {
            to[i] = file[at + i] * scales[number];
        }
    }

    void steps(int number, int[] to) {
        int at = start + number * width;
        for (int i = 0; i < width; i++) {
            to[i] = file[at + i];
        }
    }
}
