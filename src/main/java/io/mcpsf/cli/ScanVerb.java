package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.scanning.ScopeTargets;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.NmapOptions;
import io.mcpsf.scan.NmapScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanGate;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scan.TimeWindow;
import io.mcpsf.scan.ZapScanner;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code scan}: scanners on a project of one's own, and proof that they reached nothing else. */
record ScanVerb(Console console, Ports ports) implements Verb {

    private static final List<String> TOOLS = List.of("nmap", "zap");
    private static final String ZAP = "zap-2.17.0";
    private static final List<String> DEPTHS = List.of("standard", "quick", "deep");
    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "scan",
                        "Scans your own project from a sandbox that reaches its scope and nothing"
                                + " else.");
        spec.addPositional(Words.word("PROJECT", "0..1", "A folder (default: this one)."));
        spec.addOption(
                Words.many(
                        "TARGET",
                        "Only this service or address[:port] of the scope. May be repeated.",
                        "--target"));
        spec.addOption(
                Words.option(
                        "LIST", "Scanners, separated by commas: nmap (default), zap.", "--tools"));
        spec.addOption(
                Words.option(
                        "DEPTH",
                        "quick: open ports; standard (default): and versions; deep: and every"
                                + " rule.",
                        "--depth"));
        spec.addOption(
                Words.passed(
                        "OPTIONS",
                        "Options for Nmap: -sV, -T0 to -T3; others are refused.",
                        "--nmap-args"));
        spec.addOption(
                Words.option(
                        "FILE",
                        "Scope file of your own; it may name what is otherwise left out.",
                        "--scope"));
        spec.addOption(
                Words.option(
                        "HH:MM-HH:MM",
                        "Refuses to start outside of these hours (local time).",
                        "--window"));
        spec.addOption(Words.flag("Shows what would be scanned and sends nothing.", "--dry-run"));
        spec.addOption(Words.flag("Does not ask before the first packet.", "-y", "--yes"));
        spec.addOption(
                Words.option(
                        "DIR", "Output folder for cases (default ./reports).", "-o", "--output"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc.",
                        "--runtime"));
        Results.declare(spec);
        spec.usageMessage()
                .footer(
                        "",
                        "Scan only what belongs to you. mcpsf scope shows what that is.",
                        "",
                        "Exit codes: 0 below --fail-on, 1 findings, 2 refused or internal error,"
                                + " 3 inconclusive");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        Results results = Results.read(words);
        Path project = Path.of(words.matchedPositionalValue(0, "")).toAbsolutePath().normalize();
        ProjectScope scope = ScopeVerb.detect(project, Words.value(words, "--scope", ""));
        ScanDepth depth =
                ScanDepth.valueOf(Words.choice(words, "--depth", DEPTHS).toUpperCase(Locale.ROOT));
        ScopeTargets.Choice choice =
                ScopeTargets.of(scope, words.matchedOptionValue("--target", List.of()));
        var faults = new ArrayList<>(choice.faults());
        List<NetworkScanner> scanners = scanners(words, depth, faults);
        TimeWindow window = window(Words.value(words, "--window", ""), faults);
        List<String> refusals =
                new ScanGate(
                                scope::holds,
                                new ScanGate.Machine(
                                        root(),
                                        freeMemory(),
                                        LocalTime.now(ZoneId.systemDefault())))
                        .refusals(new ScanGate.Wish(choice.targets(), window, faults));
        if (!refusals.isEmpty()) {
            return refuse(refusals, results.format().equals("json"));
        }
        if (words.hasMatchedOption("--dry-run")) {
            plan(choice.targets(), scanners, depth, results.format().equals("json"));
            return ExitCode.FINE;
        }
        if (!agreed(words, choice.targets())) {
            return refuse(List.of("not confirmed"), results.format().equals("json"));
        }
        Outcome outcome =
                scan(
                        new ScanRequest(
                                project,
                                choice.targets(),
                                scanners,
                                depth,
                                Path.of(Words.value(words, "--output", "reports")),
                                Words.choice(words, "--runtime", RUNTIMES)),
                        results.quiet());
        Report report =
                results.review(
                        Report.of(outcome.evidence(), outcome.judgement(), ports.rules().get()),
                        ports);
        if (!report.review().equals(Review.none())) {
            JudgeVerb.write(outcome.caseFolder().resolve("evidence.jsonl"), ReportFiles.of(report));
        }
        return results.tell(console, report, AssessVerb.shown(outcome.caseFolder()));
    }

    private Outcome scan(ScanRequest request, boolean quiet) throws InterruptedException {
        try (var interruption = new Interruption()) {
            interruption.listen();
            return ports.scanning().scan(request, new StderrProgress(quiet ? _ -> {} : this::tell));
        }
    }

    private List<NetworkScanner> scanners(ParseResult words, ScanDepth depth, List<String> faults) {
        NmapOptions.Read nmap = NmapOptions.read(Words.passed(words, "--nmap-args"), depth);
        faults.addAll(nmap.refusals());
        var scanners = new ArrayList<NetworkScanner>();
        for (String tool : Words.value(words, "--tools", "nmap").split(",", -1)) {
            switch (tool.strip()) {
                case "nmap" -> scanners.add(new NmapScanner(nmap.options()));
                case "zap" -> scanners.add(new ZapScanner(zap()));
                default ->
                        faults.add(
                                "unknown scanner: %s; there are %s"
                                        .formatted(tool, String.join(", ", TOOLS)));
            }
        }
        scanners.forEach(scanner -> scanner.missing().ifPresent(faults::add));
        return scanners;
    }

    /** The user's own, or the one that bin/zap puts together. */
    private Path zap() {
        String own = console.env().getOrDefault("ZAP_HOME", "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String cache = console.env().getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                cache.startsWith("/")
                        ? Path.of(cache)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("mcpsf").resolve(ZAP);
    }

    private static TimeWindow window(String words, List<String> faults) {
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

    private int refuse(List<String> reasons, boolean json) {
        if (json) {
            ObjectNode root = Json.object().put("allowed", false);
            reasons.forEach(root.putArray("reasons")::add);
            console.out().print(JsonText.visible(Json.pretty(root)));
            console.out().flush();
        } else {
            tell("mcpsf: this scan is refused; nothing was sent");
            reasons.forEach(reason -> tell("  - " + reason));
            tell("  next: mcpsf scope shows what may be scanned");
        }
        return ExitCode.FAILED;
    }

    private void plan(
            List<ScanTarget> targets,
            List<NetworkScanner> scanners,
            ScanDepth depth,
            boolean json) {
        if (json) {
            ObjectNode root = Json.object().put("allowed", true);
            var list = root.putArray("targets");
            for (ScanTarget target : targets) {
                ObjectNode node =
                        list.addObject().put("address", target.address().getHostAddress());
                target.ports().forEach(node.putArray("ports")::add);
            }
            scanners.forEach(s -> root.withArray("tools").add(s.name()));
            root.put("depth", depth.name().toLowerCase(Locale.ROOT));
            console.out().print(JsonText.visible(Json.pretty(root)));
        } else {
            console.out().println("Would be scanned:");
            targets.forEach(target -> console.out().println("  " + shown(target)));
            console.out()
                    .println(
                            "With: "
                                    + scanners.stream()
                                            .map(NetworkScanner::name)
                                            .collect(Collectors.joining(", ")));
            console.out().println("Nothing was sent.");
        }
        console.out().flush();
    }

    /** Who sits at a terminal is asked; a script has said what it wants by calling us. */
    private boolean agreed(ParseResult words, List<ScanTarget> targets) {
        if (words.hasMatchedOption("--yes") || !console.ends().errIsTerminal()) {
            return true;
        }
        targets.forEach(target -> tell("  " + shown(target)));
        console.err().print("Scan these? Only scan what belongs to you. (y/N) ");
        console.err().flush();
        try {
            byte[] answer = new byte[8];
            int n = System.in.read(answer);
            return n > 0
                    && new String(answer, 0, n, StandardCharsets.UTF_8)
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .startsWith("y");
        } catch (IOException e) {
            return false;
        }
    }

    private static String shown(ScanTarget target) {
        return target.address().getHostAddress()
                + "  "
                + target.ports().stream()
                        .limit(20)
                        .map(String::valueOf)
                        .collect(Collectors.joining(","))
                + (target.ports().size() > 20 ? ",…" : "");
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

    private void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
