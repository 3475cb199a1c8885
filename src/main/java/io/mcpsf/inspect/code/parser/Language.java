package io.mcpsf.inspect.code.parser;

/** The languages that can be read, in the order in which the parser introduces them. */
public enum Language {
    JAVASCRIPT,
    TYPESCRIPT,
    TSX,
    PYTHON
}
