package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.scanning.LastScan;
import io.mcpsf.run.scanning.ScanPlanner;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code scan}: scanners on a project of one's own, and proof that they reached nothing else. */
record ScanVerb(Console console, Ports ports) implements Verb {

    private static final int MOST_CHANGES = 50;
    private static final List<String> DEPTHS = List.of("standard", "quick", "deep");
    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "scan",
                        "Scans your own project from a sandbox that reaches its scope and nothing"
                                + " else.");
        spec.addPositional(CommandOptions.word("PROJECT", "0..1", "A folder (default: this one)."));
        spec.addOption(
                CommandOptions.many(
                        "TARGET",
                        "Only this service or address[:port] of the scope. May be repeated.",
                        "--target"));
        spec.addOption(
                CommandOptions.option(
                        "LIST",
                        "Scanners, separated by commas: nmap (default), zap, wapiti,"
                                + " schemathesis.",
                        "--tools"));
        spec.addOption(
                CommandOptions.option(
                        "DEPTH",
                        "quick: open ports; standard (default): also versions; deep: also every"
                                + " rule.",
                        "--depth"));
        spec.addOption(
                CommandOptions.passed(
                        "OPTIONS",
                        "Options for Nmap: -sV, -T0 to -T3; others are refused.",
                        "--nmap-args"));
        spec.addOption(
                CommandOptions.option(
                        "HEADER",
                        "Logs in by a header with a secret in it: 'Authorization: Bearer {NAME}';"
                                + " the scanner gets a stand-in. HTTP only.",
                        "--login"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Scope file of your own; it may name what is otherwise left out.",
                        "--scope"));
        spec.addOption(
                CommandOptions.option(
                        "HH:MM-HH:MM",
                        "Refuses to start outside of these hours (local time).",
                        "--window"));
        spec.addOption(
                CommandOptions.flag("Shows what would be scanned and sends nothing.", "--dry-run"));
        spec.addOption(CommandOptions.flag("Does not ask before the first packet.", "-y", "--yes"));
        spec.addOption(
                CommandOptions.option(
                        "FORM",
                        "Progress output: auto (default) or json (one line per event on stderr).",
                        "--progress"));
        spec.addOption(
                CommandOptions.flag(
                        "Stops and cleans up when standard input closes.", "--lifeline"));
        spec.addOption(
                CommandOptions.option(
                        "DIR", "Output folder for cases (default ./reports).", "-o", "--output"));
        spec.addOption(
                CommandOptions.option(
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
        String depth = CommandOptions.choice(words, "--depth", DEPTHS);
        ScanPlanner.Plan plan =
                ScanPlanner.plan(
                        new ScanPlanner.Project(
                                project,
                                CommandOptions.value(words, "--scope", ""),
                                CommandOptions.value(words, "--login", ""),
                                Path.of(CommandOptions.value(words, "--output", "reports")),
                                CommandOptions.choice(words, "--runtime", RUNTIMES)),
                        new ScanPlanner.Wish(
                                words.matchedOptionValue("--target", List.of()),
                                CommandOptions.value(words, "--tools", ""),
                                depth,
                                CommandOptions.passed(words, "--nmap-args"),
                                CommandOptions.value(words, "--window", "")),
                        console.env());
        ScanRequest request = plan.request();
        boolean json = results.format().equals("json");
        if (!plan.refusals().isEmpty()) {
            return refuse(plan.refusals(), json);
        }
        if (words.hasMatchedOption("--dry-run")) {
            plan(plan, json);
            return ExitCode.FINE;
        }
        if (!agreed(words, plan.shown())) {
            return refuse(List.of("not confirmed"), json);
        }
        Outcome outcome = scan(request, results.quiet(), words);
        Report report =
                results.review(
                        Report.of(outcome.evidence(), outcome.judgement(), ports.rules().get()),
                        ports);
        if (!report.review().equals(Review.none())) {
            JudgeVerb.write(outcome.caseFolder().resolve("evidence.jsonl"), ReportFiles.of(report));
        }
        int code = results.tell(console, report, OutputFolder.shown(outcome.caseFolder()));
        LastScan.before(request.output(), outcome.evidence().file())
                .ifPresent(last -> changes(last, report, outcome.caseFolder()));
        return code;
    }

    /** What is new or gone since the last scan, for people and as a file of the case. */
    private void changes(Evidence last, Report now, Path folder) {
        Report before = Report.of(last, ports.judging().apply(last), ports.rules().get());
        var diff = new CaseDiff(before, now);
        new CaseFolder(now.evidence().file().id(), folder).write("changes.json", diff.json());
        tell("Since the last scan (%s):".formatted(last.file().id()));
        diff.changes().stream()
                .limit(MOST_CHANGES)
                .forEach(c -> tell("  %s %s %s".formatted(c.sign(), c.kind(), c.what())));
        if (diff.changes().isEmpty()) {
            tell("  no differences");
        }
    }

    private Outcome scan(ScanRequest request, boolean quiet, ParseResult words)
            throws InterruptedException {
        try (var interruption = new Interruption()) {
            interruption.listen();
            if (words.hasMatchedOption("--lifeline")) {
                interruption.hangOn(System.in);
            }
            if (!CommandOptions.choice(words, "--progress", List.of("auto", "json"))
                    .equals("json")) {
                return ports.scanning()
                        .scan(request, new StderrProgress(quiet ? _ -> {} : this::tell));
            }
            try (ShownProgress progress = JsonProgress.start(console.err())) {
                return ports.scanning().scan(request, progress);
            }
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

    private void plan(ScanPlanner.Plan plan, boolean json) {
        ScanRequest request = plan.request();
        if (json) {
            ObjectNode root = Json.object().put("allowed", true);
            var list = root.putArray("targets");
            for (ScanTarget target : request.targets()) {
                ObjectNode node =
                        list.addObject().put("address", target.address().getHostAddress());
                target.ports().forEach(node.putArray("ports")::add);
            }
            request.scanners().forEach(s -> root.withArray("tools").add(s.name()));
            root.put("depth", request.depth().name().toLowerCase(Locale.ROOT));
            console.out().print(JsonText.visible(Json.pretty(root)));
        } else {
            console.out().println("Would be scanned:");
            plan.shown().forEach(target -> console.out().println("  " + target));
            console.out()
                    .println(
                            "With: "
                                    + request.scanners().stream()
                                            .map(NetworkScanner::name)
                                            .collect(Collectors.joining(", ")));
            console.out().println("Nothing was sent.");
        }
        console.out().flush();
    }

    /** Who sits at a terminal is asked; a script has said what it wants by calling us. */
    private boolean agreed(ParseResult words, List<String> targets) {
        if (words.hasMatchedOption("--yes") || !console.ends().errIsTerminal()) {
            return true;
        }
        targets.forEach(target -> tell("  " + target));
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

    private void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
