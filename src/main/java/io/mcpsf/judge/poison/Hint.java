package io.mcpsf.judge.poison;

/** One place in a text that hints at something: how much it weighs and the words themselves. */
public record Hint(Cue cue, int weight, int at, String quote) {}
