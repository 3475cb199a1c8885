package io.mcpsf.agent;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Target;
import io.mcpsf.report.InWords;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Assesses a server in the sandbox, with progress; cancelling it cleans up. */
record AssessTool(House house) implements AgentTool {

    private static final ToolSchema ARGUMENTS =
            new ToolSchema("source")
                    .text(
                            "source",
                            "npm:NAME@VERSION, pypi:NAME==VERSION, a GitHub URL, a folder, or the"
                                    + " address of a running server.",
                            2_000)
                    .choice(
                            "profile",
                            "Test intensity. Default: safe.",
                            List.of("safe", "balanced", "aggressive"));

    @Override
    public ObjectNode definition() {
        return ARGUMENTS.tool(
                "assess",
                "Assess an MCP server",
                "Downloads and runs an MCP server in an isolated sandbox, calls and attacks its"
                    + " tools, and returns a verdict with findings. Takes about a minute. A server"
                    + " that is already running is attacked where it runs, so the user is asked"
                    + " first.",
                ToolSchema.Effect.MEETS_STRANGERS);
    }

    @Override
    public ToolResult call(JsonNode arguments, Call call) throws InterruptedException {
        ARGUMENTS.check(arguments);
        String source = arguments.path("source").asString();
        if (live(source)
                && !call.confirmed(
                        "Attack the running server %s? Its tools are called with hostile input."
                                .formatted(source))) {
            return ToolResult.failed("The user did not allow an attack on a running server.");
        }
        var request =
                new AssessRequest(
                        source,
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        arguments.path("profile").asString("safe"),
                        house.settings().output(),
                        house.settings().runtime(),
                        Duration.ZERO,
                        house.seeds().getAsLong());
        try {
            Outcome outcome = house.assessing().assess(request, new Told(call));
            return Reports.result(
                    String.valueOf(outcome.caseFolder().getFileName()),
                    house.reporting().apply(outcome.evidence()));
        } catch (UsageException e) {
            return new ToolResult(
                    "The assessment could not be made.",
                    e.getMessage() + "\n" + e.why() + "\n" + e.next(),
                    io.mcpsf.json.Json.object(),
                    true);
        }
    }

    private static boolean live(String source) {
        try {
            return switch (Sources.parse(source, Path.of(""))) {
                case Target.Remote _, Target.Localhost _ -> true;
                default -> false;
            };
        } catch (BadSourceException e) {
            throw new BadArgumentException("source is not understood");
        }
    }

    /** The phases in our words; what a sample says of itself is left out. */
    private record Told(Call call) implements Progress {

        @Override
        public void phase(Phase phase, String hostileDetail) {
            call.progress(phase.ordinal(), Phase.values().length, InWords.phase(phase));
        }

        @Override
        public void done(Phase phase, PhaseResult result) {}

        @Override
        public void note(String what) {}

        @Override
        public void events(long total, long alerts) {}
    }
}
