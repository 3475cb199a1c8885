package io.mcpsf.inspect.code.parser;

import java.nio.charset.StandardCharsets;

/**
 * A text and its nodes, in the order of the text, each after its parent. A node is its number; -1
 * is no node. Walking is by loops: how deep a hostile text is nested costs no stack of ours.
 */
public final class SyntaxTree {

    private static final Kind[] KINDS = Kind.values();
    private static final Part[] PARTS = Part.values();

    /** Some seconds of walking; the most that a real file has needed is 60 for each node. */
    private static final int STEPS_PER_NODE = 200;

    private static final long FREE_STEPS = 20_000_000;

    private final byte[] text;
    private final byte[] kinds;
    private final byte[] parts;
    private final int[] parents;
    private final int[] starts;
    private final int[] ends;
    private final int[] afters;
    private final long most;
    private long steps;

    /** Takes the arrays over. {@code kinds} and {@code parts} are ordinals. */
    SyntaxTree(byte[] text, byte[] kinds, byte[] parts, int[] parents, int[] starts, int[] ends) {
        this.text = text;
        this.kinds = kinds;
        this.parts = parts;
        this.parents = parents;
        this.starts = starts;
        this.ends = ends;
        this.afters = new int[kinds.length];
        this.most = FREE_STEPS + (long) STEPS_PER_NODE * kinds.length;
        for (int node = kinds.length - 1; node >= 0; node--) {
            afters[node] = Math.max(afters[node], node + 1);
            if (node > 0) {
                int parent = parents[node];
                afters[parent] = Math.max(afters[parent], afters[node]);
            }
        }
    }

    public int size() {
        return kinds.length;
    }

    public byte[] bytes() {
        return text;
    }

    /** Counts one step of a walk. Throws a {@link TangledException} when there are too many. */
    public void step() {
        if (++steps > most) {
            throw new TangledException("it takes too long to analyse");
        }
    }

    public Kind kind(int node) {
        step();
        return KINDS[kinds[node]];
    }

    public boolean is(int node, Kind kind) {
        step();
        return node >= 0 && kinds[node] == kind.ordinal();
    }

    public Part part(int node) {
        return PARTS[parts[node]];
    }

    /** The parent, or -1 for the root. */
    public int parent(int node) {
        return node == 0 ? -1 : parents[node];
    }

    public int start(int node) {
        return starts[node];
    }

    public int end(int node) {
        return ends[node];
    }

    /** The first node behind this one and all that is in it. */
    public int after(int node) {
        return afters[node];
    }

    public int firstChild(int node) {
        return node >= 0 && node + 1 < afters[node] ? node + 1 : -1;
    }

    public int nextSibling(int node) {
        step();
        int parent = parent(node);
        return parent >= 0 && afters[node] < afters[parent] ? afters[node] : -1;
    }

    public int child(int node, Part part) {
        for (int child = firstChild(node); child >= 0; child = nextSibling(child)) {
            if (parts[child] == part.ordinal()) {
                return child;
            }
        }
        return -1;
    }

    public int child(int node, Kind kind) {
        for (int child = firstChild(node); child >= 0; child = nextSibling(child)) {
            if (kinds[child] == kind.ordinal()) {
                return child;
            }
        }
        return -1;
    }

    /** The child with that number that is no comment. */
    public int child(int node, int number) {
        int left = number;
        for (int child = firstChild(node); child >= 0; child = nextSibling(child)) {
            if (kinds[child] != Kind.COMMENT.ordinal() && left-- == 0) {
                return child;
            }
        }
        return -1;
    }

    /** Its text, at most so many bytes of it. */
    public String text(int node, int most) {
        int length = Math.min(most, ends[node] - starts[node]);
        return new String(text, starts[node], length, StandardCharsets.UTF_8);
    }

    public boolean reads(int node, String ascii) {
        int length = ends[node] - starts[node];
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text[starts[node] + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** How much of the text could not be understood, from 0 to 1. */
    public double nonsense() {
        long bytes = 0;
        for (int node = 0; node < kinds.length; ) {
            if (kinds[node] == Kind.ERROR.ordinal()) {
                bytes += ends[node] - starts[node];
                node = afters[node];
            } else {
                node++;
            }
        }
        return text.length == 0 ? 0 : (double) bytes / text.length;
    }
}
