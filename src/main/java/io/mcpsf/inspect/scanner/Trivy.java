package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Rating;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Trivy, asked about our bill of materials. */
record Trivy(boolean offline) implements ScannerDialect {

    private static final int MOST = 5_000;

    @Override
    public String name() {
        return "trivy";
    }

    @Override
    public List<String> versionWords() {
        return List.of("--version");
    }

    @Override
    public List<String> words(Scanner.Subject subject) {
        List<String> words =
                new ArrayList<>(
                        List.of("sbom", "--format", "json", "--quiet", "--scanners", "vuln"));
        if (offline) {
            words.addAll(List.of("--offline-scan", "--skip-db-update", "--skip-java-db-update"));
        }
        words.add(subject.bill().toString());
        return words;
    }

    @Override
    public boolean answered(Command.Result said) {
        return said.good();
    }

    @Override
    public Answer read(String hostile, Scanner.Subject subject) throws IOException {
        return new Answer(matches(hostile, subject.purls()), List.of());
    }

    /** Only about the packages that it was asked about, by their purls. */
    private static List<Match> matches(String hostile, Set<String> asked) {
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
