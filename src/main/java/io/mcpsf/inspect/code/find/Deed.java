package io.mcpsf.inspect.code.find;

/** Something that code does at a node. {@code kind} and {@code what} are ours. */
record Deed(String kind, String what, int node) {}
