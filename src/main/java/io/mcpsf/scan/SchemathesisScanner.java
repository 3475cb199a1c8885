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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Schemathesis: operations of an API that do not ask for the login that its description demands,
 * and those that break on odd values. Other rules of it are about the description, not about
 * security.
 */
public final class SchemathesisScanner implements DescribedScanner {

    private static final String INSIDE = "/opt/schemathesis";
    private static final String FILES = "/opt/descriptions/";
    private static final String SCRIPT = "schemathesis.py";
    private static final int MAX_TEXT = 500;
    private static final int NOT_IMPLEMENTED = 501;

    private final Path home;
    private final List<OpenApiFile> files;
    private final List<ServedDescription> served;
    private final ScanLogin login;

    /** {@code home} holds its Python packages, as bin/schemathesis puts them. */
    public SchemathesisScanner(Path home, List<OpenApiFile> files, ScanLogin login) {
        this(home, files, List.of(), login);
    }

    private SchemathesisScanner(
            Path home, List<OpenApiFile> files, List<ServedDescription> served, ScanLogin login) {
        this.home = home;
        this.files = List.copyOf(files);
        this.served = List.copyOf(served);
        this.login = login;
    }

    @Override
    public String name() {
        return "schemathesis";
    }

    @Override
    public Optional<String> missing() {
        return Files.isDirectory(home.resolve("schemathesis"))
                ? Optional.empty()
                : Optional.of(
                        "Schemathesis is not at %s: set SCHEMATHESIS_HOME to the folder of its packages, or run bin/schemathesis"
                                .formatted(home));
    }

    @Override
    public boolean onlyOpen() {
        return true;
    }

    @Override
    public ScanLogin login() {
        return login;
    }

    @Override
    public SchemathesisScanner knowing(List<ServedDescription> descriptions) {
        return new SchemathesisScanner(home, files, descriptions, login);
    }

    @Override
    public List<Start> starts(List<ScanTarget> open, ScanDepth depth) {
        var shown = new HashMap<Path, String>(Map.of(home, INSIDE));
        var argv = new ArrayList<>(List.of("/usr/bin/python3", "-c", ScannerScript.named(SCRIPT)));
        argv.add(
                switch (depth) {
                    case QUICK -> "5";
                    case STANDARD -> "25";
                    case DEEP -> "100";
                });
        // None deletes, and only a deep scan replaces something.
        argv.add(depth == ScanDepth.DEEP ? "GET,POST,PUT" : "GET,POST");
        argv.add(login.header().isEmpty() ? "" : login.header() + ": " + login.value());
        int fixed = argv.size();
        for (ServedDescription one : served) {
            base(one.hostile())
                    .ifPresent(
                            base ->
                                    argv.addAll(
                                            List.of(
                                                    one.site(),
                                                    one.site() + one.path(),
                                                    base,
                                                    "")));
        }
        String doors =
                open.stream()
                        .flatMap(target -> target.doors().stream())
                        .collect(Collectors.joining(","));
        for (OpenApiFile file : open.isEmpty() ? List.<OpenApiFile>of() : files) {
            String inside = FILES + shown.size() + "-" + file.path().getFileName();
            shown.put(file.path(), inside);
            argv.addAll(List.of(doors, inside, file.base(), file.probe()));
        }
        return argv.size() == fixed
                ? List.of()
                : List.of(new Start(argv, Map.of("PYTHONPATH", INSIDE), shown));
    }

    private static Optional<String> base(String hostile) {
        try {
            return Optional.of(OpenApiDocument.base(hostile));
        } catch (BadJsonException none) {
            return Optional.empty();
        }
    }

    @Override
    public Reading read(byte[] hostile) {
        String version = "";
        String trouble = "it did not come to its end";
        var failed = new ArrayList<String>();
        var found = new LinkedHashMap<String, Observation>();
        try {
            for (String line : new String(hostile, StandardCharsets.UTF_8).lines().toList()) {
                if (line.equals("DONE")) {
                    trouble = "";
                } else if (line.startsWith("{")) {
                    JsonNode one = Json.read(line);
                    if (one.has("version")) {
                        version = text(one, "version");
                    } else if (one.has("failed")) {
                        failed.add(text(one, "site"));
                    } else if (one.path("status").asInt(0) != NOT_IMPLEMENTED) {
                        found.putIfAbsent(
                                text(one, "check") + " " + text(one, "method") + text(one, "url"),
                                weakness(one));
                    }
                }
            }
        } catch (BadJsonException e) {
            trouble = "its answer cannot be read";
        }
        if (trouble.isEmpty() && !failed.isEmpty()) {
            trouble = "it failed at " + String.join(", ", failed);
        }
        return new Reading(version, trouble, List.copyOf(found.values()));
    }

    private static WeaknessReported weakness(JsonNode one) {
        boolean login = text(one, "check").equals("ignored_auth");
        return new WeaknessReported(
                "schemathesis",
                text(one, "check"),
                text(one, "title"),
                login ? "high" : "low",
                login ? 306 : 755,
                text(one, "method"),
                text(one, "url"),
                "",
                "",
                login ? text(one, "message") : "status " + one.path("status").asInt(0),
                login
                        ? "Check the login on the server, for every operation."
                        : "Refuse odd values with an answer from 400 to 499.",
                one.path("request").asString(""),
                one.path("response").asString(""));
    }

    private static String text(JsonNode node, String member) {
        String text = node.path(member).asString("");
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }
}
