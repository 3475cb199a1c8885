package io.mcpsf.scan;

import io.mcpsf.model.Observation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scanner of somebody else's, as a program in a sandbox: told by its arguments what to look at,
 * read by what it prints.
 */
public interface NetworkScanner {

    String name();

    /** How to get it, where it is not here. */
    Optional<String> missing();

    /** What to start, one after the other; none where there is nothing for it to look at. */
    List<Start> starts(List<ScanTarget> open, ScanDepth depth);

    /** Whether it only looks at what answers. */
    default boolean onlyOpen() {
        return false;
    }

    /** What it printed, bounded and not trusted. */
    Reading read(byte[] hostile);

    /** One program with its environment, and what of the host it must see. */
    record Start(List<String> argv, Map<String, String> env, Map<Path, String> shown) {
        public Start {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
            shown = Map.copyOf(shown);
        }
    }

    /**
     * What a scanner said.
     *
     * @param trouble empty when it came to its end
     */
    record Reading(String version, String trouble, List<Observation> seen) {
        public Reading {
            seen = List.copyOf(seen);
        }
    }
}
