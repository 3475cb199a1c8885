package io.mcpsf.guard;

import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.policy.Policy;

import java.util.Optional;

/**
 * What is held about the tools of one server: the rules of the policy, the definitions that were
 * pinned, and how a result is read.
 */
public record ToolPolicy(Policy.ToolRules rules, Pins pins, ResultReader reader) {

    /** Definitions that somebody has looked at. */
    public interface Pins {

        boolean holds(ToolListed tool);

        /** The same of the words that a server says about itself. */
        boolean holdsInstructions(String words);

        /** Everything is as good as anything. */
        static Pins none() {
            return new Pins() {
                @Override
                public boolean holds(ToolListed tool) {
                    return true;
                }

                @Override
                public boolean holdsInstructions(String words) {
                    return true;
                }
            };
        }
    }

    /** Reads a result like the model that it is meant for. */
    @FunctionalInterface
    public interface ResultReader {

        /** What is wrong with it, in words of ours; empty when nothing is. */
        Optional<String> suspicion(String json);
    }
}
