package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Rating;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Trivy, asked about our bill of materials. */
final class Trivy implements Scanner {

    private static final int MOST = 5_000;

    private final Map<String, String> env;
    private final boolean offline;

    Trivy(Map<String, String> env, boolean offline) {
        this.env = env;
        this.offline = offline;
    }

    @Override
    public String name() {
        return "trivy";
    }

    @Override
    public Outcome scan(Subject subject) throws InterruptedException {
        Optional<Tool> tool = Tool.find(name(), env);
        if (tool.isEmpty()) {
            return Outcome.missing(name());
        }
        String version = tool.get().version("--version");
        var arguments =
                new ArrayList<>(
                        List.of("sbom", "--format", "json", "--quiet", "--scanners", "vuln"));
        if (offline) {
            arguments.addAll(
                    List.of("--offline-scan", "--skip-db-update", "--skip-java-db-update"));
        }
        arguments.add(subject.bill().toString());
        Command.Result said = tool.get().run(arguments);
        if (!said.good()) {
            return Outcome.failed(name(), version, said.complaint());
        }
        try {
            List<Match> matches = read(said.stdout(), subject.purls());
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
        for (JsonNode result : Json.read(hostile).path("Results")) {
            for (JsonNode one : result.path("Vulnerabilities")) {
                String purl = plain(Json.text(one.path("PkgIdentifier"), "PURL"));
                String id = Json.text(one, "VulnerabilityID");
                if (asked.contains(purl) && !id.isEmpty() && matches.size() < MOST) {
                    matches.add(match(one, purl, id));
                }
            }
        }
        return matches;
    }

    private static Match match(JsonNode one, String purl, String id) {
        String vector = "";
        for (JsonNode source : one.path("CVSS")) {
            String newest = Json.text(source, "V40Vector");
            String older = Json.text(source, "V3Vector");
            String better = newest.isEmpty() ? older : newest;
            vector = vector.isEmpty() ? better : vector;
        }
        var aliases = new ArrayList<String>();
        one.path("VendorIDs").forEach(alias -> aliases.add(alias.asString("")));
        return new Match(
                purl,
                id,
                aliases,
                cut(Json.text(one, "Title")),
                Rating.of(vector, Json.text(one, "Severity")),
                Match.Malice.NONE,
                cut(Json.text(one, "FixedVersion").replaceFirst(",.*", "")),
                List.of("trivy"));
    }

    /** Without qualifiers: the same package has the same name for everybody. */
    private static String plain(String purl) {
        return purl.replaceFirst("[?#].*", "");
    }

    private static String cut(String hostile) {
        return hostile.length() > 300 ? hostile.substring(0, 300) : hostile;
    }
}
