package io.mcpsf.agent;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.stream.Collectors;

/** Runs the agent's code within the policy of who started us. */
record ExecTool(House house) implements AgentTool {

    private static final int LONGEST = 1 << 20;
    private static final int MOST_SECONDS = 600;
    private static final int SHOWN = 2_000;

    private static final ToolSchema ARGUMENTS =
            new ToolSchema("code")
                    .text("code", "The whole program.", LONGEST)
                    .choice("language", "Default: python.", CodeLanguage.words())
                    .number("timeoutSeconds", "Less time than the policy gives.", 1, MOST_SECONDS);

    @Override
    public ObjectNode definition() {
        return ARGUMENTS.tool(
                "exec",
                "Run code in the sandbox",
                "Runs a program in an isolated sandbox: /workspace is read-write, /servers and"
                        + " /skills are read-only, there is no network unless the policy of the"
                        + " user allows hosts. Each call starts anew; only files that it makes in"
                        + " /workspace are kept, if the user gave a workspace. Code that does what"
                        + " the policy does not allow is refused before it starts, with the line"
                        + " and the reason.",
                ToolSchema.Effect.CHANGES_FILES);
    }

    @Override
    public ToolResult call(JsonNode arguments, Call call) throws InterruptedException {
        ARGUMENTS.check(arguments);
        String code = arguments.path("code").asString();
        CodeLanguage language =
                CodeLanguage.named(arguments.path("language").asString("python"))
                        .orElse(CodeLanguage.PYTHON);
        MergedPolicy policy = policy(arguments.path("timeoutSeconds").asInt(0));
        if (grants(policy.policy()) && !call.confirmed(question(language, code))) {
            return ToolResult.failed("The user did not allow this code to run.");
        }
        House.Settings settings = house.settings();
        try {
            ExecOutcome outcome =
                    house.executing()
                            .execute(
                                    new ExecRequest(
                                            language,
                                            code,
                                            settings.folders(),
                                            policy,
                                            settings.runtime(),
                                            settings.output()),
                                    call::confirmed);
            return result(outcome.log());
        } catch (RefusedStartException e) {
            return ToolResult.failed(
                    "Refused: %s (%s). %s".formatted(e.getMessage(), e.why(), e.next()));
        }
    }

    /** An agent may ask for less time, never for more. */
    private MergedPolicy policy(int seconds) {
        MergedPolicy whole = house.settings().policy();
        long most = whole.policy().limits().seconds();
        return seconds == 0 || (most != Policy.ResourceLimits.NO_END && seconds >= most)
                ? whole
                : whole.and(PolicyLayer.time("timeoutSeconds", seconds));
    }

    /** Whether the policy gives code anything that could be misused. */
    private static boolean grants(Policy policy) {
        return !policy.network().allow().isEmpty()
                || !policy.secrets().isEmpty()
                || !policy.files().read().isEmpty()
                || !policy.files().write().isEmpty()
                || !policy.code().isEmpty();
    }

    private static String question(CodeLanguage language, String code) {
        String shown =
                code.lines()
                        .map(line -> Printable.line(line, 200))
                        .collect(Collectors.joining("\n"));
        return "The agent wants to run this %s code with what your policy grants (see mcpsf policy explain):\n\n%s"
                .formatted(
                        language.word(),
                        shown.length() > SHOWN ? shown.substring(0, SHOWN) + "\n…" : shown);
    }

    private static ToolResult result(ExecutionLog log) {
        String violations =
                log.violations().stream()
                        .map(breach -> breach.violation() + " (" + breach.action() + ")")
                        .distinct()
                        .collect(Collectors.joining(", "));
        String ours =
                "Execution %s: %s, exit code %d.%s%s"
                        .formatted(
                                log.head().executionId(),
                                log.ending().status(),
                                log.ending().exitCode(),
                                violations.isEmpty() ? "" : " Violations: " + violations + ".",
                                refusals(log));
        ObjectNode json = ExecutionJson.of(log);
        json.remove(List.of("code", "alerts"));
        return new ToolResult(
                ours,
                "stdout:\n%s\nstderr:\n%s\nfiles brought back: %s\nerrors: %s"
                        .formatted(
                                log.output().stdout(),
                                log.output().stderr(),
                                String.join(", ", log.access().written()),
                                String.join("; ", log.ending().errors())),
                Json.object().set("untrustedLog", json),
                log.ending().exitCode() != 0);
    }

    /** The agent's own code, so it may hear where it went wrong. */
    private static String refusals(ExecutionLog log) {
        return log.scan().stream()
                .filter(found -> found.refuses())
                .map(
                        found ->
                                "\nLine %d: %s (%s)"
                                        .formatted(found.line(), found.message(), found.rule()))
                .collect(Collectors.joining());
    }
}
