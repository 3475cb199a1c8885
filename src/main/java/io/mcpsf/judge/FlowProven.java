package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.CodeObservation.FlowInCode;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The line of code through which an attack went: a flow that was read, and seen to work. */
final class FlowProven implements Rule {

    private static final String MARK = "zqxaaaaaaaaaa";

    /** Which attacks go through which flows. */
    private static final Map<String, String> FLOWS =
            Map.of(
                    "command-injection", "command",
                    "argument-injection", "argument",
                    "code-evaluation", "code",
                    "path-traversal", "path",
                    "ssrf", "url",
                    "sql-injection", "sql",
                    "deserialization", "object");

    private static final About ABOUT =
            Packages.about(
                    "code-flow-proven",
                    Axis.EXPOSURE,
                    Severity.MEDIUM,
                    Confidence.LIKELY,
                    Set.of(Sense.CODE),
                    new RuleInfo.References(List.of("T1190"), List.of("CWE-20"), List.of("MCP05")),
                    List.of(
                            "Vulnerable line of code",
                            "An attack succeeded, and the tool's code has a data flow from an"
                                + " argument to a call of that kind. This finding names the line;"
                                + " the finding of the attack has the severity.",
                            "Validate the value at the line of code named in the finding, or pass"
                                    + " it on as data."));

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(VulnerabilityProven.class)) {
            var proven = (VulnerabilityProven) seen.what();
            String family = FLOWS.getOrDefault(proven.family(), "");
            List<Seen> flows =
                    trail.seen(FlowInCode.class).stream()
                            .filter(f -> ((FlowInCode) f.what()).family().equals(family))
                            .filter(f -> fits((FlowInCode) f.what(), proven.tool()))
                            .toList();
            // Two ways, and nobody knows which one it was.
            if (flows.size() == 1 && !proven.design()) {
                var flow = (FlowInCode) flows.getFirst().what();
                claims.add(
                        proven.tool() + " " + proven.family(),
                        "The %s in %s goes through %s in %s:%d: %s"
                                .formatted(
                                        proven.family(),
                                        Message.cut(proven.tool()),
                                        Message.cut(flow.sink()),
                                        Message.cut(flow.path()),
                                        flow.line(),
                                        Message.cut(flow.excerpt())),
                        flows.getFirst(),
                        seen);
            }
        }
        return claims.findings();
    }

    private static boolean fits(FlowInCode flow, String tool) {
        return flow.tool().isEmpty() || flow.tool().equals(tool);
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("the same tool and kind", story("command", "ping", "ping")),
                Example.fires("a tool that the code does not name", story("command", "", "ping")),
                Example.spares("another tool", story("command", "list", "ping")),
                Example.spares("another kind", story("path", "ping", "ping")));
    }

    private static Story story(String family, String codeTool, String tool) {
        return new Story()
                .in(Phase.ATTACK)
                .sees(new Attacked(1, "command-injection", tool, "host", "x", MARK, 0))
                .starts(2, 1, "/usr/bin/touch", "touch", "/tmp/" + MARK)
                .sees(
                        new VulnerabilityProven(
                                "command-injection",
                                tool,
                                "host",
                                "x",
                                "seen",
                                false,
                                3,
                                3,
                                List.of(2L),
                                ""))
                .in(Phase.INSPECT)
                .by(0)
                .sees(
                        new FlowInCode(
                                family,
                                codeTool,
                                "child_process.exec",
                                "/opt/s/server.js",
                                14,
                                "exec(x)",
                                9));
    }
}
