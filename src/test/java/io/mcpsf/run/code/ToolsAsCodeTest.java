package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.run.tools.AddedServer;
import io.mcpsf.run.tools.ServerAdding;
import io.mcpsf.run.tools.ServerFolder;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Code that calls the tools of guarded servers as functions. */
@Tag("chamber")
final class ToolsAsCodeTest {

    private static final String SERVER =
            """
            import json, os, sys

            ROWS = []
            TOOLS = [
                {"name": "make-rows", "description": 'Makes rows. \""" raise SystemExit(7)',
                 "inputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}},
                {"name": "store", "description": "Keeps rows.",
                 "inputSchema": {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object"}}}, "required": ["rows"]}},
                {"name": "total", "description": "Adds them up.", "inputSchema": {"type": "object"}},
                {"name": "fail", "description": "Fails.", "inputSchema": {"type": "object"}},
                {"name": "peek", "description": "Looks for the workspace.", "inputSchema": {"type": "object"}},
            ]


            def call(name, arguments):
                if name == "make-rows":
                    return {"content": [], "structuredContent": {"rows": [{"id": i, "amount": i * 3} for i in range(arguments["count"])]}}
                if name == "store":
                    ROWS.extend(arguments["rows"])
                    return {"content": [{"type": "text", "text": str(len(ROWS))}]}
                if name == "total":
                    return {"content": [{"type": "text", "text": str(sum(r["amount"] for r in ROWS))}]}
                if name == "peek":
                    return {"content": [{"type": "text", "text": str(os.path.exists("/workspace"))}]}
                return {"content": [{"type": "text", "text": "it does not work"}], "isError": True}


            for line in sys.stdin:
                message = json.loads(line)
                if "id" not in message:
                    continue
                if message["method"] == "initialize":
                    result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "rows", "version": "1"}}
                elif message["method"] == "tools/list":
                    result = {"tools": TOOLS}
                else:
                    result = call(message["params"]["name"], message["params"]["arguments"])
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
            """;

    /** Starting a server counts as time of the code, and a busy machine takes long for it. */
    private static final String PATIENT = "limits: {time: 120s}";

    @TempDir static Path folder;
    private static Path servers;

    @BeforeAll
    static void add() throws Exception {
        servers = folder.resolve("servers");
        Path source = Files.createDirectory(folder.resolve("rows-server"));
        Files.writeString(source.resolve("server.py"), SERVER);
        Files.writeString(
                source.resolve("pyproject.toml"),
                "[project]\nname = \"rows-server\"\nversion = \"1.0\"\n");
        for (String name : List.of("first", "second")) {
            var start = new AddedServer.Start(source.toString(), "server.py", List.of(), Map.of());
            var server = new AddedServer(name, start, "version: 1", Map.of());
            assertThat(
                            ServerAdding.add(
                                    new ServerFolder(servers),
                                    server,
                                    "crun",
                                    folder.resolve("sessions"),
                                    _ -> {}))
                    .isEqualTo(5);
        }
    }

    @Test
    void tenThousandRowsPassBetweenTwoServersAndNoneIsPrinted() throws Exception {
        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            ExecutionLog log =
                    trial.with(servers, Path.of(""))
                            .under(PATIENT)
                            .python(
                                    """
                                    from servers.first import make_rows
                                    from servers import second
                                    from servers._mcpsf import ToolError
                                    rows = make_rows(10000)["rows"]
                                    print(second.store(rows), second.total())
                                    try:
                                        second.fail()
                                    except ToolError as e:
                                        print(e)
                                    print(second.peek())
                                    """);

            assertThat(log.output().stderr()).isEmpty();
            assertThat(log.ending().status()).isEqualTo(Status.DONE);
            assertThat(log.output().stdout())
                    .isEqualTo("10000 149985000\nit does not work\nFalse\n");
            assertThat(log.access().tools())
                    .extracting("tool", "outcome")
                    .contains(
                            org.assertj.core.groups.Tuple.tuple("first/make-rows", "result"),
                            org.assertj.core.groups.Tuple.tuple("second/fail", "tool-error"));
            assertThat(log.violations()).isEmpty();
        }
    }

    @Test
    @Tag("release")
    void javaScriptCallsTheSameToolsAndNothingThatWasNotAdded() throws Exception {
        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            ExecutionLog log =
                    trial.with(servers, Path.of(""))
                            .under(PATIENT)
                            .node(
                                    """
                                    import { make_rows, store } from "/servers/first/index.mjs";
                                    import { call } from "/servers/_mcpsf.mjs";
                                    import fs from "node:fs";
                                    const { rows } = await make_rows({ count: 3 });
                                    console.log(await store({ rows }));
                                    for (const [server, tool] of [["third", "store"], ["first", "drop"]])
                                      await call(server, tool, {}).catch((e) => console.log(e.message));
                                    console.log(fs.readdirSync("/servers").join());
                                    """);

            assertThat(log.output().stderr()).isEmpty();
            assertThat(log.output().stdout())
                    .isEqualTo(
                            """
                            3
                            no server of that name was added
                            the server had no such tool when it was added
                            _mcpsf.d.mts,_mcpsf.mjs,_mcpsf.py,first,second
                            """);
        }
    }

    @Test
    void aStandInOfASecretThatIsGivenToAServerIsRefusedAndAViolation() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "tok_Zq81TtRealValueNobodyMaySee7");
        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            ExecutionLog log =
                    trial.with(servers, Path.of(""))
                            .under(
                                    """
                                    network: {allow: [{host: api.example}]}
                                    secrets: {forge: {from: "file:%s", to: [api.example], as: header}}
                                    violations: {SECRET_MISUSED: deny}
                                    limits: {time: 120s}
                                    """
                                            .formatted(token))
                            .python(
                                    """
                                    import base64, os
                                    from servers.first import store
                                    t = os.environ["FORGE"]
                                    for given in [t, base64.b64encode(t.encode()).decode()]:
                                        try:
                                            print(store([{"amount": given}]))
                                        except Exception as e:
                                            print(e)
                                    """);

            assertThat(log.output().stdout())
                    .isEqualTo(
                            "a stand-in for a secret must not be passed to a server\n".repeat(2));
            assertThat(log.violations())
                    .extracting("violation")
                    .contains(io.mcpsf.model.Violation.SECRET_MISUSED);
        }
    }

    @Test
    @Tag("release")
    void aToolThatIsNotWhatItWasIsNotCalled() throws Exception {
        Path list = servers.resolve("servers.json");
        String before = Files.readString(list);
        Files.writeString(list, before.replaceFirst("(\"total\" : \")....", "$10000"));
        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            ExecutionLog log =
                    trial.with(servers, Path.of(""))
                            .under(PATIENT)
                            .python("from servers.first import total\ntotal()");

            assertThat(log.output().stderr())
                    .contains("is not what it was when the server was added");
            assertThat(log.ending().exitCode()).isEqualTo(1);
        } finally {
            Files.writeString(list, before);
        }
    }
}
