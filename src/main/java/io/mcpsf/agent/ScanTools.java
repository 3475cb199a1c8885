package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.report.InWords;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.scanning.ScanPlanner;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Scans of a project of the user's own, which the user confirms one by one. */
final class ScanTools {

    private static final String PROJECT = "Absolute path of the project's folder.";
    private static final int LONGEST = 1_000;

    private ScanTools() {}

    record Scope(House house) implements AgentTool {

        private static final ToolSchema ARGUMENTS =
                new ToolSchema("project").text("project", PROJECT, LONGEST);

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "scope",
                    "Scope of a project",
                    "Lists which services, networks and ports belong to a project and may be"
                        + " scanned, and what is excluded, each with its reason. Sends nothing.",
                    ToolSchema.Effect.READS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) throws InterruptedException {
            ARGUMENTS.check(arguments);
            try {
                ObjectNode scope = house.scanning().scope(folder(arguments));
                return ToolResult.of(
                        "%d services, %d exclusions. Nothing was sent."
                                .formatted(
                                        scope.path("services").size(),
                                        scope.path("excludes").size()),
                        Json.pretty(scope),
                        Json.object().set("untrustedScope", scope));
            } catch (UsageException e) {
                return ToolResult.failed("The project can't be read: " + e.why());
            }
        }
    }

    record Scan(House house) implements AgentTool {

        private static final ToolSchema ARGUMENTS =
                new ToolSchema("project")
                        .text("project", PROJECT, LONGEST)
                        .text(
                                "targets",
                                "Services or address:port of the scope, separated by commas."
                                        + " Default: all.",
                                LONGEST)
                        .choice(
                                "tools",
                                "Default: nmap.",
                                List.of(
                                        "nmap",
                                        "zap",
                                        "wapiti",
                                        "schemathesis",
                                        "nmap,zap",
                                        "nmap,wapiti",
                                        "nmap,zap,wapiti,schemathesis"))
                        .choice(
                                "depth",
                                "Default: standard.",
                                List.of("quick", "standard", "deep"));

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "scan",
                    "Scan a project of the user's own",
                    "Runs Nmap, ZAP, Wapiti or Schemathesis against the services of the user's own"
                        + " project, in a sandbox that reaches its scope and nothing else. The user"
                        + " is asked first, each time. Takes minutes.",
                    ToolSchema.Effect.MEETS_STRANGERS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) throws InterruptedException {
            ARGUMENTS.check(arguments);
            try {
                ScanPlanner.Plan plan = house.scanning().plan(folder(arguments), wish(arguments));
                if (!plan.refusals().isEmpty()) {
                    ObjectNode refused = Json.object().put("allowed", false);
                    plan.refusals().forEach(refused.putArray("reasons")::add);
                    return new ToolResult(
                            "Refused; nothing was sent.",
                            String.join("\n", plan.refusals()),
                            refused,
                            true);
                }
                if (!call.confirmed(
                        "Scan these services? Only scan what belongs to you.\n\n"
                                + String.join("\n", plan.shown()))) {
                    return ToolResult.failed("The user did not allow this scan. Nothing was sent.");
                }
                Outcome outcome = house.scanning().scan(plan.request(), new ScanTold(call));
                return Reports.result(
                        String.valueOf(outcome.caseFolder().getFileName()),
                        house.reporting().apply(outcome.evidence()));
            } catch (UsageException e) {
                return ToolResult.failed("The project can't be scanned: " + e.why());
            }
        }

        private static ScanPlanner.Wish wish(JsonNode arguments) {
            return new ScanPlanner.Wish(
                    Stream.of(arguments.path("targets").asString("").split(","))
                            .map(String::strip)
                            .filter(word -> !word.isEmpty())
                            .toList(),
                    arguments.path("tools").asString(""),
                    arguments.path("depth").asString("standard"),
                    "",
                    "");
        }
    }

    /** That it works, in our words; what a scanner says is left out. */
    private record ScanTold(Call call) implements Progress {

        @Override
        public void phase(Phase phase, String hostileDetail) {
            call.progress(0, 1, InWords.phase(phase));
        }

        @Override
        public void done(Phase phase, PhaseResult result) {
            call.progress(1, 1, InWords.phase(phase));
        }

        @Override
        public void note(String what) {}

        @Override
        public void events(long total, long alerts) {}
    }

    private static Path folder(JsonNode arguments) {
        try {
            Path folder = Path.of(arguments.path("project").asString());
            if (folder.isAbsolute()) {
                return folder.normalize();
            }
        } catch (InvalidPathException e) {
            throw new BadArgumentException("project is not a path");
        }
        throw new BadArgumentException("project is not an absolute path");
    }
}
