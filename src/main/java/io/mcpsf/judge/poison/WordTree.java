package io.mcpsf.judge.poison;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Finds many words in a text in one pass (Aho and Corasick), so that no text can be slow. */
final class WordTree {

    interface Found {
        void at(int word, int end);
    }

    private static final int NONE = -1;

    private long[] keys = new long[1 << 16];
    private int[] targets = new int[1 << 16];
    private int used;
    private int nodes = 1;
    private int[] word = {NONE};
    private int[] nextWord = new int[16];
    private int[] fail = {0};
    private int[] output = {NONE};
    private int[] parent = {0};
    private char[] letter = {0};

    /** Where each letter leads from the root, to which most letters of most texts fall back. */
    private final int[] first = new int[Character.MAX_VALUE + 1];

    WordTree() {
        Arrays.fill(keys, NONE);
    }

    /** Words are numbered by the caller, upwards. */
    void add(String text, int number) {
        int node = 0;
        for (int i = 0; i < text.length(); i++) {
            int next = step(node, text.charAt(i));
            if (next == NONE) {
                next = grow(node, text.charAt(i));
            }
            node = next;
        }
        if (number >= nextWord.length) {
            nextWord = Arrays.copyOf(nextWord, number * 2);
        }
        nextWord[number] = word[node];
        word[node] = number;
    }

    private int grow(int from, char c) {
        if (nodes == word.length) {
            word = Arrays.copyOf(word, nodes * 2);
            fail = Arrays.copyOf(fail, nodes * 2);
            output = Arrays.copyOf(output, nodes * 2);
            parent = Arrays.copyOf(parent, nodes * 2);
            letter = Arrays.copyOf(letter, nodes * 2);
        }
        word[nodes] = NONE;
        output[nodes] = NONE;
        parent[nodes] = from;
        letter[nodes] = c;
        put(key(from, c), nodes);
        return nodes++;
    }

    /** To be called once, after the last word. Parents come before children. */
    void link() {
        for (int c = 0; c < first.length; c++) {
            first[c] = Math.max(0, step(0, (char) c));
        }
        var open = new ArrayDeque<Integer>();
        int[][] children = new int[nodes][];
        int[] count = new int[nodes];
        for (int i = 1; i < nodes; i++) {
            count[parent[i]]++;
        }
        for (int i = 0; i < nodes; i++) {
            children[i] = new int[count[i]];
        }
        Arrays.fill(count, 0);
        for (int i = 1; i < nodes; i++) {
            children[parent[i]][count[parent[i]]++] = i;
        }
        open.add(0);
        while (!open.isEmpty()) {
            int node = open.poll();
            if (parent[node] != 0 || node == 0) {
                fail[node] = node == 0 ? 0 : next(fail[parent[node]], letter[node]);
            }
            int back = fail[node];
            output[node] = word[back] != NONE ? back : output[back];
            for (int child : children[node]) {
                open.add(child);
            }
        }
        output[0] = NONE;
    }

    void walk(String text, Found found) {
        int node = 0;
        for (int i = 0; i < text.length(); i++) {
            node = next(node, text.charAt(i));
            for (int at = node; at != NONE; at = output[at]) {
                for (int number = word[at]; number != NONE; number = nextWord[number]) {
                    found.at(number, i + 1);
                }
            }
        }
    }

    private int next(int from, char c) {
        for (int node = from; node != 0; node = fail[node]) {
            int to = step(node, c);
            if (to != NONE) {
                return to;
            }
        }
        return first[c];
    }

    private static long key(int node, char c) {
        return ((long) node << 16) | c;
    }

    private int step(int node, char c) {
        long key = key(node, c);
        int slot = slot(key);
        while (keys[slot] != NONE) {
            if (keys[slot] == key) {
                return targets[slot];
            }
            slot = (slot + 1) & (keys.length - 1);
        }
        return NONE;
    }

    private void put(long key, int target) {
        if (++used * 2 > keys.length) {
            long[] oldKeys = keys;
            int[] oldTargets = targets;
            keys = new long[oldKeys.length * 2];
            targets = new int[keys.length];
            Arrays.fill(keys, NONE);
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldKeys[i] != NONE) {
                    place(oldKeys[i], oldTargets[i]);
                }
            }
        }
        place(key, target);
    }

    private void place(long key, int target) {
        int slot = slot(key);
        while (keys[slot] != NONE) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        targets[slot] = target;
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40) & (keys.length - 1);
    }
}
