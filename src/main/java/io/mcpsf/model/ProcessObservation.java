package io.mcpsf.model;

import java.util.List;

/** Calls that reach for the kernel itself. */
public sealed interface ProcessObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.SYSCALLS;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.KERNEL;
    }

    /**
     * A program was executed, or tried. {@code process} and {@code parent} are our numbers; parent
     * 0 is the outside.
     */
    record ProcessStarted(
            int process,
            int parent,
            String path,
            List<String> argv,
            Image image,
            List<String> notable)
            implements ProcessObservation {
        @Override
        public Sense sense() {
            return Sense.PROCESSES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }

        public ProcessStarted {
            argv = List.copyOf(argv);
            notable = List.copyOf(notable);
        }
    }

    /**
     * A system call that the policy refuses was tried; the sample got an error. {@code detail} is
     * ours.
     */
    record CallRefused(String call, String detail, String architecture)
            implements ProcessObservation {}

    /**
     * A system call that is allowed and worth noting was made. {@code detail} is ours; {@code
     * parent} is the process that a fork was made by, our number, and 0 for any other call.
     */
    record CallNoted(String call, String detail, int parent) implements ProcessObservation {
        public CallNoted(String call, String detail) {
            this(call, detail, 0);
        }

        public static CallNoted fork(int parent) {
            return new CallNoted("fork", "of process " + parent, parent);
        }
    }

    /** A process asked to sleep. */
    record Slept(long millis) implements ProcessObservation {}

    /** What the sandbox had used when it ended. */
    record ResourcesUsed(
            long cpuMillis,
            long memoryPeakBytes,
            long processesPeak,
            long forksRefused,
            long memoryKills)
            implements ProcessObservation {
        @Override
        public Sense sense() {
            return Sense.RESOURCES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** Where the code of an executed program comes from. */
    enum Image {
        /** A file with a name. */
        FILE,
        /** Memory that was never a file (memfd). */
        MEMORY,
        /** A file whose name is gone. */
        DELETED,
        /** Nothing: the path does not exist or may not be executed. */
        MISSING
    }
}
