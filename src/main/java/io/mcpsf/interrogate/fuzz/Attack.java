package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Plausible;
import io.mcpsf.model.Marks;

import java.time.Duration;
import java.util.List;

/**
 * How hard a server is attacked: the most calls and time, how many of them at once, whether all
 * payloads are sent or the usual ones, and what the sandbox around it is like.
 */
public record Attack(
        int calls, Duration time, int atOnce, boolean everything, Surroundings surroundings) {

    /**
     * Where the server runs, as it sees it: its working folder, plausible values, folders that it
     * was told to stay in with what we put around them, the arguments that the user gave it, a file
     * of ours with a mark in its name (or empty), and names of parameters found in its code.
     */
    public record Surroundings(
            String folder,
            Plausible plausible,
            List<Ground> grounds,
            List<String> given,
            String decoy,
            List<String> names) {

        public Surroundings {
            grounds = List.copyOf(grounds);
            given = List.copyOf(given);
            names = List.copyOf(names);
        }

        /** Whether a path lies in a folder that the user named: it may be used, then. */
        boolean granted(String path) {
            return given.stream()
                    .map(word -> word.substring(word.indexOf('=') + 1))
                    .map(word -> word.endsWith("/") ? word : word + "/")
                    .anyMatch(folder -> folder.startsWith("/") && path.startsWith(folder));
        }

        /** The mark in the name of the file. */
        String decoyMark() {
            return Marks.in(decoy).stream().findFirst().orElse("");
        }
    }

    /** The same with a share of the time, and so many times more calls at once. */
    Attack sharing(double share, int times) {
        return new Attack(
                calls,
                Duration.ofNanos((long) (time.toNanos() * share)),
                atOnce * times,
                everything,
                surroundings);
    }

    /** Nothing, around these values. */
    public static Attack none(Plausible plausible) {
        var nowhere = new Surroundings("", plausible, List.of(), List.of(), "", List.of());
        return new Attack(0, Duration.ZERO, 1, false, nowhere);
    }

    /** Nothing is sent. */
    public boolean none() {
        return calls <= 0 || !time.isPositive();
    }
}
