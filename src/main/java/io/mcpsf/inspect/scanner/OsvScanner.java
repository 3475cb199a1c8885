package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.OsvAnswers;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Purl;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OSV-Scanner (version 2), asked about our bill of materials. */
final class OsvScanner implements Scanner {

    /** It ends with this code when it found something. */
    private static final int FOUND = 1;

    /** And with this one when the bill holds no package at all. */
    private static final int NOTHING_TO_SCAN = 128;

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
        var arguments = new ArrayList<>(List.of("scan", "source", "--format", "json"));
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
            return new Outcome(name(), version, "done", read(said.stdout()), List.of());
        } catch (BadJsonException e) {
            return Outcome.failed(name(), version, "its answer is no JSON: " + e.getMessage());
        }
    }

    static List<Match> read(String hostile) {
        var matches = new ArrayList<Match>();
        for (JsonNode result : Json.read(hostile).path("results")) {
            for (JsonNode one : result.path("packages")) {
                Optional<Ecosystem> ecosystem =
                        Ecosystem.named(Json.text(one.path("package"), "ecosystem"));
                String name = Json.text(one.path("package"), "name");
                String version = Json.text(one.path("package"), "version");
                if (ecosystem.isPresent() && !name.isEmpty()) {
                    String purl = Purl.of(ecosystem.get(), name, version);
                    matches.addAll(
                            OsvAnswers.matches(
                                    purl,
                                    ecosystem.get(),
                                    name,
                                    version,
                                    one.path("vulnerabilities"),
                                    "osv-scanner"));
                }
            }
        }
        return matches;
    }
}
