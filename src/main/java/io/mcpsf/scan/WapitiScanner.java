package io.mcpsf.scan;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ScanObservation.WeaknessReported;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wapiti: weaknesses of web applications, by rules of its own. */
public final class WapitiScanner implements NetworkScanner {

    private static final String INSIDE = "/opt/wapiti";
    private static final String SCRIPT = "wapiti.py";
    private static final Pattern CWE = Pattern.compile("CWE-([0-9]{1,5})\\b.*", Pattern.DOTALL);
    private static final int MAX_TEXT = 500;
    private static final int MAX_MESSAGE = 4_000;

    private final Path home;
    private final ScanLogin login;

    /** {@code home} holds Wapiti's Python packages, as bin/wapiti puts them. */
    public WapitiScanner(Path home, ScanLogin login) {
        this.home = home;
        this.login = login;
    }

    @Override
    public String name() {
        return "wapiti";
    }

    @Override
    public Optional<String> missing() {
        return Files.isDirectory(home.resolve("wapitiCore"))
                ? Optional.empty()
                : Optional.of(
                        "Wapiti is not at %s: set WAPITI_HOME to the folder of its packages, or run bin/wapiti"
                                .formatted(home));
    }

    @Override
    public boolean onlyOpen() {
        return true;
    }

    @Override
    public List<Start> starts(List<ScanTarget> open, ScanDepth depth) {
        if (open.isEmpty()) {
            return List.of();
        }
        var argv =
                new ArrayList<>(
                        List.of(
                                "/usr/bin/python3",
                                "-c",
                                ScannerScript.named(SCRIPT),
                                depth.name()));
        // It ends by itself before the sandbox is ended.
        argv.add("" + depth.atMost().toSeconds() / 2);
        argv.add(login.header().isEmpty() ? "" : login.header() + ": " + login.value());
        open.forEach(target -> argv.addAll(target.doors()));
        return List.of(new Start(argv, Map.of("PYTHONPATH", INSIDE), Map.of(home, INSIDE)));
    }

    @Override
    public Reading read(byte[] hostile) {
        String version = "";
        String trouble = "it did not come to its end";
        var failed = new ArrayList<String>();
        // The same weakness of the same parameter is told for many values.
        var found = new LinkedHashMap<String, Observation>();
        try {
            for (String line : new String(hostile, StandardCharsets.UTF_8).lines().toList()) {
                if (line.equals("DONE")) {
                    trouble = "";
                } else if (line.startsWith("{")) {
                    JsonNode one = Json.read(line);
                    if (one.has("failed")) {
                        failed.add(text(one, "site"));
                    }
                    version = text(one.path("report").path("infos"), "version");
                    weaknesses(text(one, "site"), one.path("report"), found);
                }
            }
        } catch (BadJsonException e) {
            trouble = "its answer cannot be read";
        }
        if (trouble.isEmpty() && !failed.isEmpty()) {
            trouble = "it failed at " + String.join(", ", failed);
        }
        return new Reading(version.replace("Wapiti ", ""), trouble, List.copyOf(found.values()));
    }

    private static void weaknesses(String site, JsonNode report, Map<String, Observation> found) {
        for (Map.Entry<String, JsonNode> kind : report.path("vulnerabilities").properties()) {
            JsonNode about = report.path("classifications").path(kind.getKey());
            int cwe = cwe(about);
            for (JsonNode one : kind.getValue()) {
                String url = site.replaceFirst("/$", "") + text(one, "path");
                String key =
                        (cwe == 0 ? kind.getKey() : cwe) + " " + url + " " + text(one, "parameter");
                found.putIfAbsent(
                        key,
                        new WeaknessReported(
                                "wapiti",
                                text(one, "module"),
                                cut(kind.getKey(), MAX_TEXT),
                                severity(one.path("level").asInt(0), cwe),
                                cwe,
                                text(one, "method"),
                                cut(url, MAX_TEXT),
                                text(one, "parameter"),
                                "",
                                text(one, "info"),
                                text(about, "sol"),
                                cut(one.path("http_request").asString(""), MAX_MESSAGE),
                                ""));
            }
        }
    }

    /** Wapiti's levels go to 4, but it gives a missing header the level of an open redirect. */
    private static String severity(int level, int cwe) {
        if (cwe == 0) {
            return level >= 3 ? "medium" : "low";
        }
        return level >= 2 ? "high" : "medium";
    }

    private static int cwe(JsonNode about) {
        for (String reference : about.path("ref").propertyNames()) {
            Matcher number = CWE.matcher(reference);
            if (number.matches()) {
                return Integer.parseInt(number.group(1));
            }
        }
        return 0;
    }

    private static String text(JsonNode node, String member) {
        return cut(node.path(member).asString(""), MAX_TEXT);
    }

    private static String cut(String text, int most) {
        return text.length() > most ? text.substring(0, most) : text;
    }
}
