package io.mcpsf.sandbox;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The surroundings the sample believes in: who it runs as, what its network leads to, and how far
 * ahead of ours its time of day is. The clock is moved by the sensor of system calls; without one
 * it stays.
 */
public record World(Persona persona, Network network, Duration ahead) {

    /** Today. */
    public World(Persona persona, Network network) {
        this(persona, network, Duration.ZERO);
    }

    /** The same on a later day. */
    public World later(Duration by) {
        return new World(persona, network, by);
    }

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
