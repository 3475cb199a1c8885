package io.mcpsf.exec;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An execution as one JSON object. Members are only ever added. */
public final class ExecutionJson {

    private ExecutionJson() {}

    public static ObjectNode of(ExecutionLog log) {
        ObjectNode root = Json.object();
        ExecutionLog.Head head = log.head();
        root.put("executionId", head.executionId()).put("timestamp", head.timestamp().toString());
        root.put("language", head.language().word()).put("code", head.code());
        root.put("status", log.ending().status().name());
        root.put("exitCode", log.ending().exitCode());
        ExecutionLog.Output output = log.output();
        root.put("stdout", output.stdout()).put("stderr", output.stderr());
        root.putObject("outputBytes")
                .put("stdout", output.stdoutBytes())
                .put("stderr", output.stderrBytes());
        access(root, log.access());
        ExecutionLog.Resources used = log.resources();
        root.putObject("resourceUsage")
                .put("cpuTime", used.cpuMillis())
                .put("memoryPeak", used.memoryPeakBytes())
                .put("diskWrites", used.diskBytes())
                .put("wallTime", used.millis());
        ArrayNode scan = root.putArray("scan");
        log.scan()
                .forEach(
                        found ->
                                scan.addObject()
                                        .put("severity", found.severity().name())
                                        .put("rule", found.rule())
                                        .put("line", found.line())
                                        .put("message", found.message())
                                        .put("allowed", found.allowed()));
        ArrayNode violations = root.putArray("violations");
        log.violations()
                .forEach(
                        one ->
                                violations
                                        .addObject()
                                        .put("name", one.violation().name())
                                        .put("detail", one.detail())
                                        .put("action", one.action().name()));
        ArrayNode alerts = root.putArray("alerts");
        log.alerts()
                .forEach(
                        one ->
                                alerts.addObject()
                                        .put("timestamp", one.at().toString())
                                        .put("name", one.violation().name())
                                        .put("severity", one.violation().severity().name())
                                        .put("detail", one.detail()));
        ArrayNode errors = root.putArray("errors");
        log.ending().errors().forEach(errors::add);
        return root;
    }

    private static void access(ObjectNode root, ExecutionLog.Access access) {
        ArrayNode files = root.putArray("filesAccessed");
        access.files()
                .forEach(
                        use ->
                                files.addObject()
                                        .put("path", use.path())
                                        .put("act", use.act())
                                        .put("found", use.found()));
        ArrayNode written = root.putArray("filesWritten");
        access.written().forEach(written::add);
        ArrayNode refused = root.putArray("filesRefused");
        access.refused()
                .forEach(
                        file ->
                                refused.addObject()
                                        .put("path", file.path())
                                        .put("why", file.why()));
        ArrayNode network = root.putArray("networkCalls");
        access.network()
                .forEach(
                        call ->
                                network.addObject()
                                        .put("host", call.host())
                                        .put("address", call.address())
                                        .put("port", call.port())
                                        .put("verdict", call.verdict()));
        ArrayNode tools = root.putArray("toolCalls");
        access.tools()
                .forEach(
                        use ->
                                tools.addObject()
                                        .put("tool", use.tool())
                                        .put("outcome", use.outcome())
                                        .put("millis", use.millis())
                                        .put("bytes", use.bytes()));
        root.put("accessesNotListed", access.more());
    }
}
