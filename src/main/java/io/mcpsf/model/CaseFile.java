package io.mcpsf.model;

import java.time.Instant;
import java.util.List;

/** The head of a case: what was assessed, when, with which version and settings of ours. */
public record CaseFile(
        String id, Subject subject, Instant started, String toolVersion, Settings settings) {

    /** What stands in the place of a profile when the server was only read, and never started. */
    public static final String INSPECTED = "inspect";

    /** The setting that names the running server whose code was read. */
    public static final String SERVER_URL = "--server-url";

    /** What was assessed, as the report names it. */
    public record Subject(String kind, String name, String version, String sha256, String source) {}

    /** One setting that somebody made, and where it stood. The value of a secret is left out. */
    public record Origin(String name, String value, String from) {}

    /**
     * What would have to be said again to repeat the run, and where it was said. Detectors are
     * families and ids of rules; none stands for all.
     */
    public record Settings(
            String profile,
            long seed,
            List<String> command,
            double toolTarget,
            List<Origin> origins,
            List<String> detectors) {

        /** With nothing known about where it was said. */
        public Settings(String profile, long seed, List<String> command, double toolTarget) {
            this(profile, seed, command, toolTarget, List.of());
        }

        /** With every detector. */
        public Settings(
                String profile,
                long seed,
                List<String> command,
                double toolTarget,
                List<Origin> origins) {
            this(profile, seed, command, toolTarget, origins, List.of());
        }

        public Settings {
            command = List.copyOf(command);
            origins = List.copyOf(origins);
            detectors = List.copyOf(detectors);
            if (toolTarget < 0 || toolTarget > 1) {
                throw new IllegalArgumentException(
                        "a share of tools lies between 0 and 1: " + toolTarget);
            }
        }
    }
}
