package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A program of somebody else that is asked for a second opinion when it is installed. It runs on
 * the host, so it never gets to run anything of the sample, only to read.
 */
public interface Scanner {

    String name();

    /** Asks it. Whatever goes wrong with it is a sentence in the outcome, never our failure. */
    Outcome scan(Subject subject) throws InterruptedException;

    /**
     * What it may read.
     *
     * @param bill our bill of materials, as CycloneDX
     * @param code the folder with the server's own code
     */
    record Subject(Path bill, Path code) {

        /** What is in the bill; an answer about anything else is none. */
        Set<String> purls() throws IOException {
            Set<String> purls = new HashSet<>();
            for (JsonNode component : Json.read(Files.readString(bill)).path("components")) {
                purls.add(Json.text(component, "purl"));
            }
            return purls;
        }
    }

    /** What it said. {@code how} is "done", "missing", or why there is no answer. */
    record Outcome(
            String scanner, String version, String how, List<Match> matches, List<Flag> flags) {
        public Outcome {
            matches = List.copyOf(matches);
            flags = List.copyOf(flags);
        }

        static Outcome missing(String scanner) {
            return new Outcome(scanner, "", "missing", List.of(), List.of());
        }

        static Outcome failed(String scanner, String version, String why) {
            return new Outcome(scanner, version, why, List.of(), List.of());
        }
    }

    /** A place in the code that it does not like; {@code path} is below the folder it read. */
    record Flag(String rule, String severity, String path, int line, String message) {}
}
