package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.OsvAnswers;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Purl;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** OSV-Scanner (version 2), asked about our bill of materials. */
final class OsvScanner implements Scanner {

    /** It ends with this code when it found something. */
    private static final int FOUND = 1;

    /** And with this one when the bill holds no package at all. */
    private static final int NOTHING_TO_SCAN = 128;

    private static final int MOST_NAMES = 20;

    private final Map<String, String> env;
    private final boolean offline;

    OsvScanner(Map<String, String> env, boolean offline) {
        this.env = env;
        this.offline = offline;
    }

    @Override
    public String name() {
        return "osv-scanner";
    }

    @Override
    public Outcome scan(Subject subject) throws InterruptedException {
        Optional<Tool> tool = Tool.find(name(), env);
        if (tool.isEmpty()) {
            return Outcome.missing(name());
        }
        String version = tool.get().version("--version");
        // What it did step by step would hide the one line of complaint.
        var arguments =
                new ArrayList<>(
                        List.of("scan", "source", "--format", "json", "--verbosity", "error"));
        if (offline) {
            arguments.add("--offline");
        }
        arguments.addAll(List.of("-L", subject.bill().toString()));
        Command.Result said = tool.get().run(arguments);
        if (said.timedOut() || (said.code() != 0 && said.code() != FOUND)) {
            return said.code() == NOTHING_TO_SCAN
                    ? new Outcome(name(), version, "done", List.of(), List.of())
                    : Outcome.failed(name(), version, said.complaint());
        }
        try {
            List<Match> matches = read(said.stdout(), purls(subject.bill()));
            return new Outcome(name(), version, "done", matches, List.of());
        } catch (IOException e) {
            return Outcome.failed(name(), version, "our bill cannot be read again");
        } catch (BadJsonException e) {
            return Outcome.failed(name(), version, "its answer is no JSON: " + e.getMessage());
        }
    }

    /** Only about the packages that it was asked about, by their purls. */
    private static List<Match> read(String hostile, Set<String> asked) {
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

    private static Set<String> purls(Path bill) throws IOException {
        Set<String> purls = new HashSet<>();
        for (JsonNode component : Json.read(Files.readString(bill)).path("components")) {
            purls.add(Json.text(component, "purl"));
        }
        return purls;
    }
}
