package io.mcpsf.model;

import java.util.List;

/** How the server was run, seen from outside of it. */
public sealed interface RunObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.PROTOCOL;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.KERNEL;
    }

    /**
     * Who the sample believed to work for; all of it is ours, drawn for this run, and found nowhere
     * else in the world.
     */
    record PersonaGiven(String user, String host, String home, String email, List<String> projects)
            implements RunObservation {
        public PersonaGiven {
            projects = List.copyOf(projects);
        }
    }

    /** The server was started with this command line. */
    record ServerStarted(List<String> command, String why) implements RunObservation {
        public ServerStarted {
            command = List.copyOf(command);
        }
    }

    /**
     * The start needed something that no command line says: {@code what} is a variable, an argument
     * or a condition in the server's words, {@code given} is ours: what it got, {@code why} is
     * ours: how that was learned.
     */
    record StartNeeded(String what, String given, String why) implements RunObservation {

        /** How it is said that today's libraries would not do. */
        public static final String NOT_THE_NEWEST = "does not run with the newest librar";

        /** It got other libraries than its users get today. */
        public boolean olderLibraries() {
            return what.startsWith(NOT_THE_NEWEST);
        }
    }

    /**
     * The server's process ended. {@code how} is ours: code, signal, timeout, memory or processes.
     */
    record ServerEnded(String how, int value, boolean asked) implements RunObservation {}

    /**
     * A step outside of the policy that the server runs under, and what was done about it. {@code
     * detail} may hold words of the server's.
     */
    record PolicyViolated(Violation violation, String detail, Violation.Action action)
            implements RunObservation {}

    /**
     * Asked the same on two kinds of kernel, it did something on one of them alone. {@code kind} is
     * ours: bait, name or program; {@code runtime} is ours: where it did it.
     */
    record KernelMattered(String kind, String what, String runtime) implements RunObservation {}
}
