package io.mcpsf.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A private folder for a test that deletes it by itself. */
public final class TemporaryTree {

    private TemporaryTree() {}

    public static Path make(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
