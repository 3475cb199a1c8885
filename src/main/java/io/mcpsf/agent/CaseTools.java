package io.mcpsf.agent;

import io.mcpsf.json.Json;
import io.mcpsf.report.Report;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.run.request.Explained;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.text.Counted;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;

/** What is asked about cases and rules; nothing is started. */
final class CaseTools {

    private static final String CASE = "Id of a case, as assess returned it, or latest.";

    private CaseTools() {}

    record Findings(House house, KeptCases cases) implements AgentTool {

        private static final ToolSchema ARGUMENTS = new ToolSchema("case").text("case", CASE, 100);

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "findings",
                    "Findings of a case",
                    "Returns the verdict and the findings of an earlier assessment.",
                    ToolSchema.Effect.READS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) {
            ARGUMENTS.check(arguments);
            CaseFolder found = cases.find(arguments.path("case").asString());
            return Reports.result(found.id(), house.reporting().apply(found.evidence()));
        }
    }

    record Explain(House house) implements AgentTool {

        private static final ToolSchema ARGUMENTS =
                new ToolSchema("rule").text("rule", "Id of a rule, from a finding.", 100);

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "explain",
                    "Explain a rule",
                    "Explains what a detection rule looks for, what it ignores, and what to do.",
                    ToolSchema.Effect.READS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) {
            ARGUMENTS.check(arguments);
            Explained rule =
                    house.explaining()
                            .apply(arguments.path("rule").asString())
                            .orElseThrow(() -> new BadArgumentException("unknown rule"));
            String text =
                    "%s: %s\n%s\nSeverity: %s, confidence: %s\nAdvice: %s\nFires on: %s\nSpares: %s"
                            .formatted(
                                    rule.info().id(),
                                    rule.info().title(),
                                    rule.description(),
                                    rule.info().severity(),
                                    rule.info().confidence(),
                                    rule.info().advice(),
                                    String.join("; ", rule.fires()),
                                    String.join("; ", rule.spares()));
            return ToolResult.of(text, "", Json.object());
        }
    }

    record Compare(House house, KeptCases cases) implements AgentTool {

        private static final ToolSchema ARGUMENTS =
                new ToolSchema("before", "after")
                        .text("before", CASE, 100)
                        .text("after", CASE, 100);

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "compare",
                    "Compare two cases",
                    "Tells what is new or gone in one assessment compared with an earlier one:"
                            + " hosts, files, processes, tools and findings.",
                    ToolSchema.Effect.READS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) {
            ARGUMENTS.check(arguments);
            Report before = report(arguments.path("before").asString());
            Report after = report(arguments.path("after").asString());
            var diff = new CaseDiff(before, after);
            ObjectNode structured =
                    Json.object().put("grew", diff.grew()).put("changes", diff.changes().size());
            return ToolResult.of(
                    diff.changes().isEmpty()
                            ? "No differences."
                            : "%d differences; %s."
                                    .formatted(
                                            diff.changes().size(),
                                            diff.grew()
                                                    ? "the later case does something new"
                                                    : "nothing is new"),
                    diff.changes().stream()
                            .map(
                                    change ->
                                            change.sign()
                                                    + " "
                                                    + change.kind()
                                                    + " "
                                                    + change.what())
                            .collect(Collectors.joining("\n")),
                    structured);
        }

        private Report report(String id) {
            return house.reporting().apply(cases.find(id).evidence());
        }
    }

    record Discover(House house) implements AgentTool {

        private static final ToolSchema ARGUMENTS = new ToolSchema();

        @Override
        public ObjectNode definition() {
            return ARGUMENTS.tool(
                    "discover",
                    "Find configured MCP servers",
                    "Lists the MCP servers configured in clients on this machine, and problems with"
                            + " their entries. Starts nothing; values of variables and"
                            + " headers are left out.",
                    ToolSchema.Effect.READS);
        }

        @Override
        public ToolResult call(JsonNode arguments, Call call) {
            ARGUMENTS.check(arguments);
            var found = house.discovering().get();
            long issues = found.servers().stream().mapToLong(s -> s.issues().size()).sum();
            return ToolResult.of(
                    "%s, %s, %s that cannot be read."
                            .formatted(
                                    Counted.of(found.servers().size(), "configured server"),
                                    Counted.of(issues, "problem"),
                                    Counted.of(found.unreadable().size(), "file")),
                    Json.pretty(io.mcpsf.discover.DiscoveryJson.of(found)),
                    Json.object().put("servers", found.servers().size()).put("issues", issues));
        }
    }
}
