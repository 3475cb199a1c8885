package io.mcpsf.scan;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ScanObservation.WeaknessReported;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** OWASP ZAP: weaknesses of web applications, by the rules that this ZAP has. */
public final class ZapScanner implements DescribedScanner {

    private static final String INSIDE = "/opt/zap";
    private static final String DRIVER = "/opt/zap-driver";
    private static final String JAVA = "/opt/zap-java";
    private static final String STATE = "/home/scan/zap";
    private static final int MAX_TEXT = 500;
    private static final int MAX_MESSAGE = 4_000;
    private static final int MAX_WORDS = 200_000;

    /** Descriptions that are files of the project are counted from 0. */
    private static final int FIRST_SERVED = 1_000;

    private final Path home;
    private final List<ApiOperation> operations;
    private final List<ServedDescription> served;
    private final ScanLogin login;

    /** {@code home} is the folder of a ZAP: its jar, {@code lib} and {@code plugin}. */
    public ZapScanner(Path home) {
        this(home, List.of(), ScanLogin.NONE);
    }

    /** Also asks for what the project's API descriptions name, and logs in. */
    public ZapScanner(Path home, List<ApiOperation> operations, ScanLogin login) {
        this(home, operations, List.of(), login);
    }

    private ZapScanner(
            Path home,
            List<ApiOperation> operations,
            List<ServedDescription> served,
            ScanLogin login) {
        this.home = home;
        this.operations = List.copyOf(operations);
        this.served = List.copyOf(served);
        this.login = login;
    }

    @Override
    public ScanLogin login() {
        return login;
    }

    @Override
    public ZapScanner knowing(List<ServedDescription> descriptions) {
        return new ZapScanner(home, operations, descriptions, login);
    }

    @Override
    public String name() {
        return "zap";
    }

    @Override
    public Optional<String> missing() {
        return jar().isPresent()
                ? Optional.empty()
                : Optional.of(
                        "ZAP is not at %s: set ZAP_HOME to its folder, or run bin/zap"
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
        var shown = new HashMap<Path, String>();
        shown.put(home, INSIDE);
        Path ours = ours();
        String driver = DRIVER + (Files.isDirectory(ours) ? "" : ".jar");
        shown.put(ours, driver);
        Path java = Path.of(System.getProperty("java.home"));
        boolean visible = java.startsWith("/usr");
        if (!visible) {
            shown.put(java, JAVA);
        }
        var argv = new ArrayList<String>();
        argv.add((visible ? java.toString() : JAVA) + "/bin/java");
        argv.addAll(
                List.of(
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-Djava.awt.headless=true",
                        "-cp",
                        "%s/%s:%s/lib/*:%s"
                                .formatted(INSIDE, jar().orElse("zap.jar"), INSIDE, driver),
                        ZapDriver.class.getName(),
                        depth.name(),
                        INSIDE,
                        STATE));
        open.forEach(target -> argv.addAll(target.doors()));
        int length = 0;
        for (ApiOperation operation : known(depth)) {
            length += operation.word().length();
            if (length < MAX_WORDS) {
                argv.add(operation.word());
            }
        }
        return List.of(new Start(argv, environment(), shown));
    }

    /** What the project's files and its services themselves describe. */
    private List<ApiOperation> known(ScanDepth depth) {
        var all = new ArrayList<>(operations);
        for (int i = 0; i < served.size(); i++) {
            try {
                all.addAll(OpenApiDocument.read(served.get(i).hostile(), FIRST_SERVED + i, depth));
            } catch (BadJsonException none) {
                // A page that only mentions one.
            }
        }
        return all;
    }

    /** ZAP puts this header on everything it sends. */
    private Map<String, String> environment() {
        return login.header().isEmpty()
                ? Map.of()
                : Map.of("ZAP_AUTH_HEADER", login.header(), "ZAP_AUTH_HEADER_VALUE", login.value());
    }

    @Override
    public Reading read(byte[] hostile) {
        String version = "";
        int rules = 0;
        boolean done = false;
        // The same weakness of the same parameter is told by several rules and for many values.
        var alerts = new LinkedHashMap<String, JsonNode>();
        var messages = new HashMap<String, JsonNode>();
        try {
            for (String line : new String(hostile, StandardCharsets.UTF_8).lines().toList()) {
                int space = line.indexOf(' ');
                String rest = space < 0 ? "" : line.substring(space + 1);
                switch (space < 0 ? line : line.substring(0, space)) {
                    case "VERSION" -> version = text(Json.read(rest), "version");
                    case "RULES" -> rules = Json.read(rest).path("scanners").size();
                    case "ALERTS" ->
                            Json.read(rest).path("alerts").forEach(alert -> add(alerts, alert));
                    case "MESSAGE" -> {
                        JsonNode message = Json.read(rest).path("message");
                        messages.put(text(message, "id"), message);
                    }
                    case "DONE" -> done = true;
                    default -> {}
                }
            }
        } catch (BadJsonException e) {
            return new Reading(version, "its answer cannot be read", weaknesses(alerts, messages));
        }
        List<Observation> found = weaknesses(alerts, messages);
        String trouble =
                !done
                        ? "it did not come to its end"
                        : rules == 0 && found.isEmpty()
                                ? "this ZAP has no rules; set ZAP_HOME to a complete one"
                                : "";
        return new Reading(version + " (" + rules + " active rules)", trouble, found);
    }

    private static List<Observation> weaknesses(
            Map<String, JsonNode> alerts, Map<String, JsonNode> messages) {
        return alerts.values().stream()
                .<Observation>map(
                        alert ->
                                weakness(
                                        alert,
                                        messages.getOrDefault(
                                                text(alert, "messageId"), Json.object())))
                .toList();
    }

    private static void add(Map<String, JsonNode> alerts, JsonNode alert) {
        int cwe = number(text(alert, "cweid"));
        alerts.putIfAbsent(
                (cwe == 0 ? text(alert, "pluginId") : cwe)
                        + " "
                        + text(alert, "url").replaceFirst("[?#].*$", "")
                        + " "
                        + text(alert, "param"),
                alert);
    }

    private static WeaknessReported weakness(JsonNode alert, JsonNode message) {
        return new WeaknessReported(
                "zap",
                text(alert, "pluginId"),
                text(alert, "name"),
                switch (text(alert, "risk")) {
                    case "High" -> "high";
                    case "Medium" -> "medium";
                    case "Low" -> "low";
                    default -> "info";
                },
                number(text(alert, "cweid")),
                text(alert, "method"),
                text(alert, "url"),
                text(alert, "param"),
                text(alert, "attack"),
                text(alert, "evidence"),
                text(alert, "solution"),
                both(message, "request"),
                both(message, "response"));
    }

    /** Head and body as they went over the wire. */
    private static String both(JsonNode message, String side) {
        return cut(
                message.path(side + "Header").asString("")
                        + message.path(side + "Body").asString(""),
                MAX_MESSAGE);
    }

    private static String text(JsonNode node, String member) {
        return cut(node.path(member).asString(""), MAX_TEXT);
    }

    private static String cut(String text, int most) {
        return text.length() > most ? text.substring(0, most) : text;
    }

    private static int number(String hostile) {
        return hostile.matches("[0-9]{1,5}") ? Integer.parseInt(hostile) : 0;
    }

    private Optional<String> jar() {
        if (!Files.isDirectory(home)) {
            return Optional.empty();
        }
        try (Stream<Path> entries = Files.list(home)) {
            return entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> name.matches("zap-[0-9A-Za-z.-]+\\.jar"))
                    .sorted()
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + home, e);
        }
    }

    /** Our own classes, for the driver that goes along. */
    private static Path ours() {
        try {
            return Path.of(
                    ZapDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("our own classes are nowhere", e);
        }
    }
}
