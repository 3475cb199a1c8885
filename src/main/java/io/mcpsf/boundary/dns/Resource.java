package io.mcpsf.boundary.dns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Text that is packed with the program. */
final class Resource {

    private Resource() {}

    static String text(String name) {
        try (InputStream in = Resource.class.getResourceAsStream("/internet/" + name)) {
            if (in == null) {
                throw new IllegalStateException("not packed: internet/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("internet/" + name, e);
        }
    }
}
