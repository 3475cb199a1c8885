package io.mcpsf.scan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A Python program of ours that runs a scanner inside its sandbox and prints what it found. */
final class ScannerScript {

    private ScannerScript() {}

    static String named(String name) {
        try (InputStream in = ScannerScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in our own classes");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
