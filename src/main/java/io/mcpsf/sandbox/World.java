package io.mcpsf.sandbox;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The surroundings the sample believes in: who it runs as, what its network leads to, and how far
 * ahead of ours its time of day is. The clock is moved by the sensor of system calls; without one
 * it stays.
 */
public record World(Persona persona, Network network, Duration ahead, Base base) {

    /** Today, with the programs of the host. */
    public World(Persona persona, Network network) {
        this(persona, network, Duration.ZERO, new Base.OfHost());
    }

    /** The same on a later day. */
    public World later(Duration by) {
        return new World(persona, network, by, base);
    }

    /** Whose operating system it is. */
    public sealed interface Base {

        /** Of the host what programs need to run at all. */
        record OfHost() implements Base {}

        /** That of an image: a folder of our own whose links are hostile. */
        record OfImage(Path root) implements Base {}
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
