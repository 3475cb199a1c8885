package io.mcpsf.cli;

import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.DecoySetup;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.across.Together;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Assesses configured servers one after the other, equal ones once, and reads them together. */
final class ConfiguredAssessments {

    private final Ports ports;
    private final Console console;
    private final Path output;
    private final Map<DecoyFree, Outcome> known = new LinkedHashMap<>();
    private final Map<ConfiguredServer, Outcome> assessed = new LinkedHashMap<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /** What makes two entries the same assessment; decoys differ each time. */
    private record DecoyFree(String source, List<String> arguments, List<String> variables) {}

    private record Skipped(ConfiguredServer server, String why) {}

    ConfiguredAssessments(Ports ports, Console console, Path output) {
        this.ports = ports;
        this.console = console;
        this.output = output;
    }

    void run(List<ConfiguredServer> servers) throws InterruptedException {
        for (ConfiguredServer server : servers) {
            if (server.disabled()) {
                skipped.add(new Skipped(server, "disabled"));
            } else if (!server.launch().url().isEmpty()) {
                skipped.add(new Skipped(server, "a remote server; mcpsf assess URL tests it"));
            } else {
                assess(server);
            }
        }
    }

    private void assess(ConfiguredServer server) throws InterruptedException {
        try {
            Optional<DecoySetup> setup = DecoySetup.of(server, new SecureRandom());
            if (setup.isEmpty() || setup.get().launch().source().startsWith("docker:")) {
                skipped.add(new Skipped(server, "its command is not understood"));
                return;
            }
            var key =
                    new DecoyFree(
                            setup.get().launch().source(),
                            server.launch().args(),
                            List.copyOf(setup.get().env().keySet()));
            Outcome outcome = known.get(key);
            if (outcome == null) {
                tell("mcpsf: assessing %s (%s)".formatted(server.name(), key.source()));
                outcome =
                        ports.assessing()
                                .assess(request(setup.get()), new StderrProgress(this::tell));
                known.put(key, outcome);
            }
            assessed.put(server, outcome);
        } catch (UsageException e) {
            skipped.add(new Skipped(server, e.getMessage() + ": " + e.why()));
        } catch (BadJsonException e) {
            skipped.add(new Skipped(server, String.valueOf(e.getMessage())));
        }
    }

    private AssessRequest request(DecoySetup setup) {
        return new AssessRequest(
                setup.launch().source(),
                List.of(),
                setup.launch().arguments(),
                setup.env(),
                List.of(),
                "balanced",
                output,
                "auto",
                Duration.ZERO,
                new SecureRandom().nextLong(),
                CacheOptions.usual());
    }

    /** The servers of one client are seen by one model. */
    List<Together.Issue> across() {
        Map<String, List<Together.Member>> clients = new LinkedHashMap<>();
        assessed.forEach(
                (server, outcome) ->
                        clients.computeIfAbsent(server.place().client(), c -> new ArrayList<>())
                                .add(Together.Member.of(server.name(), outcome.evidence())));
        return clients.values().stream()
                .flatMap(members -> Together.issues(members).stream())
                .distinct()
                .toList();
    }

    void print(Style style) {
        console.out().println();
        console.out().println(style.bold("Assessments"));
        assessed.forEach(
                (server, outcome) ->
                        console.out()
                                .println(
                                        "  %s: %s, %s  %s"
                                                .formatted(
                                                        Printable.line(server.name(), 60),
                                                        outcome.judgement().verdict(),
                                                        outcome.judgement().riskInWords(),
                                                        outcome.caseFolder())));
        skipped.forEach(
                one ->
                        console.out()
                                .println(
                                        style.dim(
                                                "  %s: not assessed: %s"
                                                        .formatted(
                                                                Printable.line(
                                                                        one.server().name(), 60),
                                                                Printable.line(one.why())))));
        List<Together.Issue> across = across();
        if (!across.isEmpty()) {
            console.out().println();
            console.out().println(style.bold("Together"));
        }
        for (Together.Issue issue : across) {
            console.out()
                    .println(
                            "  %-6s %s: %s"
                                    .formatted(
                                            issue.severity().name().toLowerCase(Locale.ROOT),
                                            issue.id(),
                                            Printable.line(issue.message())));
        }
    }

    void json(ObjectNode root) {
        ArrayNode assessments = root.putArray("assessments");
        assessed.forEach(
                (server, outcome) ->
                        named(assessments, server)
                                .put("verdict", outcome.judgement().verdict().name())
                                .put("case", String.valueOf(outcome.caseFolder())));
        skipped.forEach(one -> named(assessments, one.server()).put("skipped", one.why()));
        ArrayNode across = root.putArray("together");
        for (Together.Issue issue : across()) {
            ObjectNode node =
                    across.addObject()
                            .put("id", issue.id())
                            .put("severity", issue.severity().name())
                            .put("message", issue.message());
            issue.servers().forEach(node.putArray("servers")::add);
        }
    }

    private static ObjectNode named(ArrayNode list, ConfiguredServer server) {
        return list.addObject()
                .put("client", server.place().client())
                .put("name", server.name())
                .put("source", server.source());
    }

    /** As for one assessment: findings before doubt. */
    int exitCode() {
        List<Verdict> verdicts =
                assessed.values().stream().map(outcome -> outcome.judgement().verdict()).toList();
        boolean bad =
                verdicts.stream()
                        .anyMatch(
                                verdict ->
                                        verdict != Verdict.NOTHING_SEEN
                                                && verdict != Verdict.INCONCLUSIVE);
        if (bad) {
            return ExitCode.FINDINGS;
        }
        boolean whole = skipped.stream().allMatch(one -> one.server().disabled());
        return whole && !verdicts.contains(Verdict.INCONCLUSIVE)
                ? ExitCode.FINE
                : ExitCode.INCONCLUSIVE;
    }

    private void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
