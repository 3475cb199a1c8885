package io.mcpsf.sandbox;

import java.nio.file.Path;

/** The surroundings the sample believes in: who it runs as, and what its network leads to. */
public record World(Persona persona, Network network) {

    /** What the network of a sandbox leads to. */
    public sealed interface Network {

        /** Nothing but itself: a namespace with a loopback device and no route. */
        record Closed() implements Network {}

        /**
         * A network namespace made beforehand, by its path, and who resolves names there; it must
         * not be the host's.
         */
        record Joined(Path namespace, String resolver) implements Network {}
    }
}
