package io.mcpsf.observe;

/** What a sensor must know of a decoy: our name of it and our word for its class. */
public record BaitMark(String name, String kind) {}
