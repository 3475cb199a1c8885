package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Plausible;

import java.time.Duration;
import java.util.List;

/**
 * How hard a server is attacked: the most calls and time, how many of them at once, whether all
 * payloads are sent or the usual ones, and what the sandbox around it is like.
 */
public record Attack(
        int calls, Duration time, int atOnce, boolean everything, Surroundings surroundings) {

    /** Where the server runs, as it sees it. */
    public record Surroundings(
            String folder, Plausible plausible, List<Ground> grounds, List<String> names) {

        public Surroundings {
            grounds = List.copyOf(grounds);
            names = List.copyOf(names);
        }
    }

    /** Nothing is sent. */
    public boolean none() {
        return calls <= 0 || !time.isPositive();
    }
}
