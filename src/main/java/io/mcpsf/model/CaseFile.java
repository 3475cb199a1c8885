package io.mcpsf.model;

import java.time.Instant;
import java.util.List;

/** The head of a case: what was assessed, when, with which version and settings of ours. */
public record CaseFile(
        String id, Subject subject, Instant started, String toolVersion, Settings settings) {

    /** What was assessed, as the report names it. */
    public record Subject(String kind, String name, String version, String sha256, String source) {}

    /** What would have to be said again to repeat the run. */
    public record Settings(String profile, long seed, List<String> command, double toolTarget) {
        public Settings {
            command = List.copyOf(command);
            if (toolTarget < 0 || toolTarget > 1) {
                throw new IllegalArgumentException(
                        "a share of tools lies between 0 and 1: " + toolTarget);
            }
        }
    }
}
