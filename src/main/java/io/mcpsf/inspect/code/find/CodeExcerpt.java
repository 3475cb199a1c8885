package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.SyntaxTree;
import io.mcpsf.text.Printable;

import java.nio.charset.StandardCharsets;

/** A short piece of code for people to see: on one line, printable, and without secrets. */
final class CodeExcerpt {

    private static final int LONGEST = 160;

    private CodeExcerpt() {}

    static String of(SyntaxTree tree, int node) {
        return of(tree.bytes(), tree.start(node), tree.end(node));
    }

    static String of(byte[] text, int from, int to) {
        int end = Math.min(to, from + 4 * LONGEST);
        String raw = new String(text, from, end - from, StandardCharsets.UTF_8);
        String plain = Printable.line(Secrets.redacted(raw).replaceAll("\\s+", " ").strip());
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
    }

    static String word(String hostile) {
        String plain = Printable.line(hostile);
        return plain.length() > 80 ? plain.substring(0, 80) : plain;
    }
}
