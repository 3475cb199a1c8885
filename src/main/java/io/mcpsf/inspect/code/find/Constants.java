package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.nio.charset.StandardCharsets;

/** Texts that can be read without running anything, also when they are written in pieces. */
final class Constants {

    private static final int LONGEST = 4_000;
    private static final int MOST_NODES = 400;

    private Constants() {}

    /** The text, or an empty one when it is not constant. */
    static String fold(SyntaxTree tree, int node) {
        if (node < 0 || tree.after(node) - node > MOST_NODES) {
            return "";
        }
        var text = new StringBuilder();
        return fold(tree, node, text) ? text.toString() : "";
    }

    private static boolean fold(SyntaxTree tree, int node, StringBuilder text) {
        if (text.length() > LONGEST) {
            return false;
        }
        return switch (tree.kind(node)) {
            case STRING -> string(tree, node, text);
            case BINARY -> {
                // Only pieces that are put together: nothing else has two texts.
                int left = tree.child(node, 0);
                int right = tree.child(node, 1);
                yield plus(tree, left, right) && fold(tree, left, text) && fold(tree, right, text);
            }
            case PARENTHESES -> {
                int inner = tree.child(node, 0);
                yield inner >= 0 && fold(tree, inner, text);
            }
            default -> false;
        };
    }

    private static boolean string(SyntaxTree tree, int node, StringBuilder text) {
        for (int child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
            switch (tree.kind(child)) {
                case STRING_PART -> part(tree, child, text);
                case ESCAPE -> text.append(escaped(tree.text(child, 12)));
                case STRING -> {
                    if (!fold(tree, child, text)) {
                        return false;
                    }
                }
                case SUBSTITUTION -> {
                    return false;
                }
                default -> {}
            }
        }
        return true;
    }

    /** Whether the two sides of an operator are put together. */
    static boolean plus(SyntaxTree tree, int binary) {
        return plus(tree, tree.child(binary, 0), tree.child(binary, 1));
    }

    private static boolean plus(SyntaxTree tree, int left, int right) {
        if (left < 0 || right < 0) {
            return false;
        }
        for (int at = tree.end(left); at < tree.start(right); at++) {
            if (tree.bytes()[at] == '+') {
                return true;
            }
        }
        return false;
    }

    /** A part of a Python text may hold escapes as children of its own. */
    private static void part(SyntaxTree tree, int part, StringBuilder text) {
        int at = tree.start(part);
        for (int c = tree.firstChild(part); c >= 0; c = tree.nextSibling(c)) {
            if (tree.is(c, Kind.ESCAPE)) {
                append(tree, at, tree.start(c), text);
                text.append(escaped(tree.text(c, 12)));
                at = tree.end(c);
            }
        }
        append(tree, at, tree.end(part), text);
    }

    private static void append(SyntaxTree tree, int from, int to, StringBuilder text) {
        int end = Math.min(to, from + LONGEST);
        if (end > from) {
            text.append(new String(tree.bytes(), from, end - from, StandardCharsets.UTF_8));
        }
    }

    /** One escape, read as both languages do. */
    static String escaped(String escape) {
        if (escape.length() < 2) {
            return escape;
        }
        char what = escape.charAt(1);
        String rest = escape.substring(2).replace("{", "").replace("}", "");
        return switch (what) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'x', 'u', 'U' -> {
                try {
                    int point = Integer.parseInt(rest, 16);
                    yield Character.isValidCodePoint(point) ? Character.toString(point) : "";
                } catch (NumberFormatException notHex) {
                    yield "";
                }
            }
            default -> escape.substring(1);
        };
    }
}
