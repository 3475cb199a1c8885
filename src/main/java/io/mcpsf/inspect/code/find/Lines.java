package io.mcpsf.inspect.code.find;

import java.util.Arrays;

/** The lines of a text, counted from 1. */
final class Lines {

    private final int[] starts;

    Lines(byte[] text) {
        int count = 1;
        for (byte b : text) {
            count += b == '\n' ? 1 : 0;
        }
        starts = new int[count];
        int line = 0;
        for (int at = 0; at < text.length; at++) {
            if (text[at] == '\n') {
                starts[++line] = at + 1;
            }
        }
    }

    int of(int at) {
        int found = Arrays.binarySearch(starts, at);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
