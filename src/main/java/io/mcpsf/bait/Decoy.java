package io.mcpsf.bait;

/**
 * A file of the decoy home. {@code path} is relative to the home, with slashes. A {@code secret}
 * one is bait: reading it is an alert. The others are scenery that any shell or tool may read.
 */
public record Decoy(String name, String kind, String path, boolean secret) {

    public Decoy {
        if (path.isEmpty() || path.startsWith("/") || path.contains("..")) {
            throw new IllegalArgumentException("not a path inside a home: " + path);
        }
    }
}
