package io.mcpsf.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * One thing seen. The name of a record and the names of its components are the vocabulary that
 * rules are written in and that evidence files are kept in, so they only ever grow.
 *
 * <p>All strings come from a hostile sample unless they are said to be ours; sensors cap them
 * before they get here. Paths are absolute and resolved as the sandbox sees them.
 */
public sealed interface Observation
        permits AdvisoryObservation,
                CodeObservation,
                FileObservation,
                NetworkObservation,
                PackageObservation,
                ProcessObservation,
                ProtocolObservation,
                RunObservation,
                ScanObservation,
                SocketObservation,
                Observation.Repeated,
                Observation.Lost {

    /** The sense that it was seen with. */
    Sense sense();

    /** Who vouches for it. */
    Proof vouchedBy();

    /** Every kind of observation. */
    static List<Class<? extends Observation>> kinds() {
        return Stream.of(Observation.class.getPermittedSubclasses())
                .flatMap(
                        kind ->
                                kind.isInterface()
                                        ? Stream.of(kind.getPermittedSubclasses())
                                        : Stream.of(kind))
                .<Class<? extends Observation>>map(kind -> kind.asSubclass(Observation.class))
                .toList();
    }

    /**
     * The observation numbered {@code first} was seen again, {@code more} times, in the same phase
     * and call.
     */
    record Repeated(long first, long more) implements Observation {
        /** Only a count of what was seen before: what it counts was not lost. */
        @Override
        public Sense sense() {
            return Sense.FILES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** A sense knows that it missed something. */
    record Lost(Sense sense, long events, String why) implements Observation {
        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }
}
