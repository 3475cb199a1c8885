package io.mcpsf.inspect.code.parser;

/** What became of a text that was to be parsed. */
public sealed interface Parsing {

    record Parsed(SyntaxTree tree) implements Parsing {}

    /** It has no tree; {@code why} is ours. */
    record Failed(String why) implements Parsing {}
}
