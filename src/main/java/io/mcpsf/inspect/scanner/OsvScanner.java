package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.OsvAnswers;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Purl;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** OSV-Scanner (version 2), asked about our bill of materials. */
record OsvScanner(boolean offline) implements ScannerDialect {

    /** It ends with this code when it found something. */
    private static final int FOUND = 1;

    /** And with this one when the bill holds no package at all. */
    private static final int NOTHING_TO_SCAN = 128;

    private static final int MOST_NAMES = 20;

    @Override
    public String name() {
        return "osv-scanner";
    }

    @Override
    public List<String> versionWords() {
        return List.of("--version");
    }

    @Override
    public List<String> words(Scanner.Subject subject) {
        // What it did step by step would hide the one line of complaint.
        List<String> words =
                new ArrayList<>(
                        List.of("scan", "source", "--format", "json", "--verbosity", "error"));
        if (offline) {
            words.add("--offline");
        }
        words.addAll(List.of("-L", subject.bill().toString()));
        return words;
    }

    @Override
    public boolean answered(Command.Result said) {
        return said.good() || said.code() == FOUND || said.code() == NOTHING_TO_SCAN;
    }

    @Override
    public Answer read(String hostile, Scanner.Subject subject) throws IOException {
        List<Match> matches = hostile.isBlank() ? List.of() : matches(hostile, subject.purls());
        return new Answer(matches, List.of());
    }

    /** Only about the packages that it was asked about, by their purls. */
    private static List<Match> matches(String hostile, Set<String> asked) {
        var matches = new ArrayList<Match>();
        for (JsonNode result : Json.read(hostile).path("results")) {
            for (JsonNode one : result.path("packages")) {
                Optional<Ecosystem> ecosystem =
                        Ecosystem.named(Json.text(one.path("package"), "ecosystem"));
                ecosystem.ifPresent(e -> matches.addAll(of(one, e, asked)));
            }
        }
        return matches;
    }

    private static List<Match> of(JsonNode one, Ecosystem ecosystem, Set<String> asked) {
        var matches = new ArrayList<Match>();
        String version = Json.text(one.path("package"), "version");
        JsonNode records = one.path("vulnerabilities");
        for (String name : names(Json.text(one.path("package"), "name"), records)) {
            String purl = Purl.of(ecosystem, name, version);
            if (asked.contains(purl)) {
                matches.addAll(
                        OsvAnswers.matches(purl, ecosystem, name, version, records, "osv-scanner"));
            }
        }
        return matches;
    }

    /** It looks a package up by its whole name and then tells it without its scope. */
    private static Set<String> names(String told, JsonNode records) {
        Set<String> names = new TreeSet<>(Set.of(told));
        for (JsonNode record : records) {
            for (JsonNode affected : record.path("affected")) {
                String whole = Json.text(affected.path("package"), "name");
                if (whole.endsWith("/" + told) && names.size() < MOST_NAMES) {
                    names.add(whole);
                }
            }
        }
        return names;
    }
}
