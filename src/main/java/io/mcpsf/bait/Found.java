package io.mcpsf.bait;

/**
 * A canary was found. {@code encoding} names what it was wrapped in, the outermost first ({@code
 * base64+gzip}), or {@code plain}.
 */
public record Found(String bait, String kind, String encoding) {}
