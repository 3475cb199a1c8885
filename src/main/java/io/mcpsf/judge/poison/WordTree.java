package io.mcpsf.judge.poison;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds many words in a text in one pass (Aho and Corasick), so that no text can be slow. Once
 * linked, the nodes are numbered level by level: the children of a node follow each other, sorted
 * by their letters, and a step looks at a few neighbours in memory.
 */
final class WordTree {

    interface Found {
        void at(int word, int end);
    }

    private static final int NONE = -1;

    /** With more children than this they are searched by halving. */
    private static final int FEW = 6;

    /** A node while words are added. */
    private static final class Growing {
        private final Map<Character, Growing> next = new TreeMap<>();
        private int word = NONE;
    }

    private final Growing root = new Growing();
    private final Map<Integer, Integer> sameWords = new HashMap<>();
    private int nodes = 1;

    private int[] word = {};
    private int[] nextWord = {};
    private int[] fail = {};
    private int[] output = {};
    private int[] children = {};
    private char[] letter = {};

    /** Where each letter leads from the root, to which most letters of most texts fall back. */
    private final int[] first = new int[Character.MAX_VALUE + 1];

    /** Words are numbered by the caller, upwards. */
    void add(String text, int number) {
        Growing node = root;
        for (int i = 0; i < text.length(); i++) {
            Growing next = node.next.get(text.charAt(i));
            if (next == null) {
                next = new Growing();
                node.next.put(text.charAt(i), next);
                nodes++;
            }
            node = next;
        }
        sameWords.put(number, node.word);
        node.word = number;
    }

    /** To be called once, after the last word. */
    void link() {
        word = new int[nodes];
        fail = new int[nodes];
        output = new int[nodes];
        children = new int[nodes + 1];
        letter = new char[nodes];
        nextWord = new int[sameWords.keySet().stream().mapToInt(n -> n + 1).max().orElse(0)];
        sameWords.forEach((number, next) -> nextWord[number] = next);
        int[] parent = number();
        for (int c = 0; c < first.length; c++) {
            first[c] = Math.max(0, step(0, (char) c));
        }
        output[0] = NONE;
        for (int node = 1; node < nodes; node++) {
            fail[node] = parent[node] == 0 ? 0 : next(fail[parent[node]], letter[node]);
            int back = fail[node];
            output[node] = word[back] != NONE ? back : output[back];
        }
    }

    /** Numbers the nodes level by level and tells the parent of each. */
    private int[] number() {
        int[] parent = new int[nodes];
        var all = new Growing[nodes];
        all[0] = root;
        int count = 1;
        for (int node = 0; node < nodes; node++) {
            Growing growing = all[node];
            word[node] = growing.word;
            children[node] = count;
            for (var next : growing.next.entrySet()) {
                all[count] = next.getValue();
                letter[count] = next.getKey();
                parent[count++] = node;
            }
        }
        children[nodes] = count;
        root.next.clear();
        sameWords.clear();
        return parent;
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

    private int step(int node, char c) {
        int from = children[node];
        int to = children[node + 1];
        if (to - from > FEW) {
            int at = Arrays.binarySearch(letter, from, to, c);
            return at < 0 ? NONE : at;
        }
        for (int at = from; at < to; at++) {
            if (letter[at] == c) {
                return at;
            }
        }
        return NONE;
    }
}
