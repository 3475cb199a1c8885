package io.mcpsf.run.scanning;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.run.guarded.UserSecrets;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.scan.ApiOperation;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.NmapOptions;
import io.mcpsf.scan.NmapScanner;
import io.mcpsf.scan.OpenApiDocument;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanGate;
import io.mcpsf.scan.ScanLogin;
import io.mcpsf.scan.SchemathesisScanner;
import io.mcpsf.scan.TimeWindow;
import io.mcpsf.scan.WapitiScanner;
import io.mcpsf.scan.ZapScanner;
import io.mcpsf.scope.ApiDescriptions;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.scope.ScopeDetection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** From what somebody asks for to a scan that may begin, or to every reason why it may not. */
public final class ScanPlanner {

    public static final List<String> TOOLS = List.of("nmap", "zap", "wapiti", "schemathesis");

    private static final String ZAP = "zap-2.17.0";
    private static final String WAPITI = "wapiti-3.2.3";
    private static final String SCHEMATHESIS = "schemathesis-4.32.5";
    private static final int SHOWN_PORTS = 20;

    private final Map<String, String> env;
    private final List<String> faults = new ArrayList<>();

    private ScanPlanner(Map<String, String> env) {
        this.env = Map.copyOf(env);
    }

    /** What is asked for; empty words mean the usual. */
    public record Wish(
            List<String> targets, String tools, String depth, String nmapArgs, String window) {
        public Wish {
            targets = List.copyOf(targets);
        }
    }

    /** Where, and by whom it is let in. */
    public record Project(
            Path folder, String scopeFile, String login, Path output, String runtime) {}

    /** The scan, and why it may not begin; no reason means that it may. */
    public record Plan(ScanRequest request, List<String> refusals) {
        public Plan {
            refusals = List.copyOf(refusals);
        }

        /** What would be scanned, a line for each address. */
        public List<String> shown() {
            return request.targets().stream()
                    .map(
                            target ->
                                    target.address().getHostAddress()
                                            + "  "
                                            + target.ports().stream()
                                                    .limit(SHOWN_PORTS)
                                                    .map(String::valueOf)
                                                    .collect(Collectors.joining(","))
                                            + (target.ports().size() > SHOWN_PORTS ? ",…" : ""))
                    .toList();
        }
    }

    public static Plan plan(Project project, Wish wish, Map<String, String> env)
            throws InterruptedException {
        return new ScanPlanner(env).made(project, wish);
    }

    private Plan made(Project project, Wish wish) throws InterruptedException {
        ProjectScope scope = scope(project.folder(), project.scopeFile());
        ScopeTargets.Choice choice = ScopeTargets.of(scope, wish.targets());
        faults.addAll(choice.faults());
        ScanSecret secret = secret(project.login());
        ScanDepth depth = ScanDepth.valueOf(wish.depth().toUpperCase(Locale.ROOT));
        List<NetworkScanner> scanners = scanners(wish, depth, project.folder(), secret.login());
        TimeWindow window = window(wish.window());
        var machine =
                new ScanGate.Machine(root(), freeMemory(), LocalTime.now(ZoneId.systemDefault()));
        List<String> refusals =
                new ScanGate(scope::holds, machine)
                        .refusals(new ScanGate.Wish(choice.targets(), window, faults));
        return new Plan(
                new ScanRequest(
                        project.folder(),
                        choice.targets(),
                        scanners,
                        depth,
                        project.output(),
                        project.runtime(),
                        secret.places()),
                refusals);
    }

    /** What these scanners may take together. */
    public static Duration longest(String tools, String depth) {
        return ScanDepth.valueOf(depth.toUpperCase(Locale.ROOT))
                .atMost()
                .multipliedBy(tools.split(",", -1).length);
    }

    /** What belongs to a project. {@code file} is a scope file of the user's own, or empty. */
    public static ProjectScope scope(Path project, String file) throws InterruptedException {
        if (!Files.isDirectory(project)) {
            throw new UsageException(
                    project + " is not a folder", "a project is a folder", "name its folder");
        }
        try {
            return ScopeDetection.of(
                    project, file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)));
        } catch (BadJsonException e) {
            throw new UsageException(
                    "the scope file " + file + " can't be used",
                    String.valueOf(e.getMessage()),
                    "see docs/scope.md for its form");
        } catch (IOException e) {
            throw new UsageException(
                    "the project can't be read", String.valueOf(e.getMessage()), "check --scope");
        }
    }

    private ScanSecret secret(String login) throws InterruptedException {
        return login.isEmpty()
                ? ScanSecret.NONE
                : ScanSecret.read(
                        login,
                        name -> UserSecrets.of(env).open(name, "scan of a project"),
                        new SecureRandom(),
                        faults);
    }

    private List<NetworkScanner> scanners(
            Wish wish, ScanDepth depth, Path project, ScanLogin login) {
        NmapOptions.Read nmap = NmapOptions.read(wish.nmapArgs(), depth);
        faults.addAll(nmap.refusals());
        var scanners = new ArrayList<NetworkScanner>();
        String tools = wish.tools().isEmpty() ? "nmap" : wish.tools();
        for (String tool : tools.split(",", -1)) {
            switch (tool.strip()) {
                case "nmap" -> scanners.add(new NmapScanner(nmap.options()));
                case "zap" ->
                        scanners.add(
                                new ZapScanner(
                                        home("ZAP_HOME", ZAP), operations(project, depth), login));
                case "wapiti" ->
                        scanners.add(new WapitiScanner(home("WAPITI_HOME", WAPITI), login));
                case "schemathesis" ->
                        scanners.add(
                                new SchemathesisScanner(
                                        home("SCHEMATHESIS_HOME", SCHEMATHESIS),
                                        descriptions(project).stream()
                                                .flatMap(
                                                        found ->
                                                                OpenApiDocument.file(
                                                                        found.file(),
                                                                        found.hostile())
                                                                        .stream())
                                                .toList(),
                                        login));
                default ->
                        faults.add(
                                "unknown scanner: %s; there are %s"
                                        .formatted(tool, String.join(", ", TOOLS)));
            }
        }
        scanners.forEach(scanner -> scanner.missing().ifPresent(faults::add));
        return scanners;
    }

    /** What the project's API descriptions name. */
    private static List<ApiOperation> operations(Path project, ScanDepth depth) {
        var all = new ArrayList<ApiOperation>();
        int number = 0;
        for (ApiDescriptions.Found found : descriptions(project)) {
            all.addAll(operations(found, number++, depth));
        }
        return all;
    }

    private static List<ApiDescriptions.Found> descriptions(Path project) {
        try {
            return ApiDescriptions.of(project);
        } catch (IOException e) {
            throw new UsageException(
                    "the project can't be read", String.valueOf(e.getMessage()), "check its files");
        }
    }

    /** None where a file is only called like a description. */
    private static List<ApiOperation> operations(
            ApiDescriptions.Found found, int number, ScanDepth depth) {
        try {
            return OpenApiDocument.read(found.hostile(), number, depth);
        } catch (BadJsonException none) {
            return List.of();
        }
    }

    /** The user's own, or the one that our script puts into the cache. */
    private Path home(String variable, String name) {
        String own = env.getOrDefault(variable, "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String cache = env.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                cache.startsWith("/")
                        ? Path.of(cache)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("mcpsf").resolve(name);
    }

    private TimeWindow window(String words) {
        if (words.isEmpty()) {
            return TimeWindow.ALWAYS;
        }
        try {
            return TimeWindow.parse(words);
        } catch (IllegalArgumentException e) {
            faults.add(e.getMessage() + "; write it as 22:00-06:00");
            return TimeWindow.ALWAYS;
        }
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static long freeMemory() {
        try {
            return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                    .filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell how much memory is free", e);
        }
    }
}
