package io.mcpsf.observe;

import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;

import java.util.Optional;

/**
 * Whoever tells, besides the sensor that answers calls, what the kernel did in the end. The two are
 * compared while they tell: a difference is an observation of its own.
 */
public interface SecondWitness {

    /** For one sandbox. What the first witness tells goes through it, and on to the sink. */
    Statement beside(Sink sink);

    /** What two witnesses tell of one sandbox. */
    interface Statement extends Sink, AutoCloseable {

        /** The sandbox is about to run its first instruction, by this thread of the host. */
        void begins(int thread);

        /** Our number of a process of the host. */
        void knows(int hostProcess, int number);

        /**
         * A call is held and about to be told: what the kernel did before it is heard first, so
         * that both stand in the order in which they happened.
         */
        void catchUp();

        /** After the sandbox is gone: waits for the last word. Twice is harmless. */
        @Override
        void close();

        /** The account of a sense, if this witness has one to give. */
        Optional<SenseHealth> health(Sense sense);

        /** Nothing lost, and a word about who has told it; only for what two can tell. */
        static Optional<SenseHealth> noted(Sense sense, String words) {
            return sense == Sense.FILES || sense == Sense.PROCESSES
                    ? Optional.of(new SenseHealth(Health.FULL, 0, 0, words))
                    : Optional.empty();
        }
    }

    /** Where there is none: the first is believed. */
    static SecondWitness none() {
        return sink -> new Alone(sink, "");
    }

    /** The same, and the account of the senses says why. */
    static SecondWitness none(String why) {
        return sink -> new Alone(sink, "one witness, no eBPF: " + why);
    }

    /** One witness. */
    record Alone(Sink sink, String why) implements Statement {

        @Override
        public void saw(int process, io.mcpsf.model.Observation what) {
            sink.saw(process, what);
        }

        @Override
        public void begins(int thread) {}

        @Override
        public void knows(int hostProcess, int number) {}

        @Override
        public void catchUp() {}

        @Override
        public void close() {}

        @Override
        public Optional<SenseHealth> health(Sense sense) {
            return why.isEmpty() ? Optional.empty() : Statement.noted(sense, why);
        }
    }
}
