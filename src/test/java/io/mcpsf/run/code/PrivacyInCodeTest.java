package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.tools.AddedServer;
import io.mcpsf.run.tools.ServerAdding;
import io.mcpsf.run.tools.ServerFolder;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Code works with tokens; a server that the policy names gets the values, another does not. */
@Tag("chamber")
final class PrivacyInCodeTest {

    private static final String MAIL = "ingrid.halvorsen@fjord.example";
    private static final String SERVER =
            """
            import json, sys
            TOOLS = [
                {"name": "read", "inputSchema": {"type": "object"}},
                {"name": "lose", "inputSchema": {"type": "object"}},
                {"name": "length", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}},
            ]
            def call(name, arguments):
                return "Ingrid Halvorsen <ingrid.halvorsen@fjord.example>" if name == "read" else str(arguments["text"] == "ingrid.halvorsen@fjord.example")
            for line in sys.stdin:
                m = json.loads(line)
                if "id" not in m:
                    continue
                if m["method"] == "initialize":
                    r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "crm", "version": "1"}}
                elif m["method"] == "tools/list":
                    r = {"tools": TOOLS}
                elif m["params"]["name"] == "lose":
                    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32000, "message": "no customer ingrid.halvorsen@fjord.example"}}), flush=True)
                    continue
                else:
                    r = {"content": [{"type": "text", "text": call(m["params"]["name"], m["params"]["arguments"])}]}
                print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
            """;

    @TempDir Path folder;

    @Test
    void codeSeesTokensInResultsAndFilesAndOnlyTheNamedServerGetsTheValues() throws Exception {
        Path servers = servers(folder);
        Path workspace = Files.createDirectories(folder.resolve("workspace"));
        String list = "id,email\n17,%s\n".formatted(MAIL);
        Files.writeString(workspace.resolve("list.csv"), list);
        Files.writeString(workspace.resolve("plain.txt"), "nothing");
        Files.write(workspace.resolve("image.bin"), new byte[] {0, 1, 2, (byte) 0xff});
        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            trial.in(workspace)
                    .with(servers, Path.of(""))
                    .under(
                            """
                            privacy: {hide: [email, name], restore: {crm: answer customers}}
                            limits: {time: 120s}
                            """);
            ExecOutcome outcome =
                    trial.run(
                            CodeLanguage.PYTHON,
                            """
                            import os
                            from servers import crm, other
                            said = crm.read()
                            mail = said.split("<")[1].rstrip(">")
                            rows = open("list.csv").read()
                            print(said, mail in rows, os.path.exists("image.bin"))
                            print(crm.length(mail), other.length(mail))
                            try:
                                crm.lose()
                            except Exception as e:
                                print(e)
                            open("list.csv", "a").write("18," + mail)
                            open("image.bin", "w").write("x")
                            open("plain.txt", "a").write(", more")
                            open("results/new.txt", "w").write(mail)
                            """,
                            ExecStreams.none());

            ExecutionLog log = outcome.log();
            assertThat(log.output().stderr()).isEmpty();
            assertThat(log.output().stdout())
                    .matches(
                            """
                            Q[a-z]+ X[a-z]+ <p[a-z]{10}@token\\.invalid> True False
                            True False
                            error -32000: no customer p[a-z]{10}@token\\.invalid
                            """);
            assertThat(log.access().written()).containsExactly("plain.txt", "results/new.txt");
            assertThat(Files.readString(workspace.resolve("list.csv"))).isEqualTo(list);
            assertThat(Files.readString(workspace.resolve("results/new.txt")))
                    .matches("p[a-z]{10}@token\\.invalid");
            assertThat(Files.readString(outcome.caseFolder().resolve("privacy.jsonl")))
                    .contains("\"to\":\"crm\"")
                    .contains("answer customers")
                    .contains("\"EMAIL\":1")
                    .doesNotContain("fjord")
                    .hasLineCount(1);
            for (String file : List.of("execution.json", "evidence.jsonl")) {
                assertThat(
                                Files.readString(
                                        outcome.caseFolder().resolve(file),
                                        StandardCharsets.ISO_8859_1))
                        .as(file)
                        .doesNotContain("fjord");
            }
        }
    }

    static Path servers(Path folder) throws IOException, InterruptedException {
        Path source = Files.createDirectory(folder.resolve("crm-server"));
        Files.writeString(source.resolve("server.py"), SERVER);
        Files.writeString(
                source.resolve("pyproject.toml"), "[project]\nname = \"crm\"\nversion = \"1.0\"\n");
        Path servers = folder.resolve("servers");
        for (String name : List.of("crm", "other")) {
            var start = new AddedServer.Start(source.toString(), "server.py", List.of(), Map.of());
            ServerAdding.add(
                    new ServerFolder(servers),
                    new AddedServer(name, start, "version: 1", Map.of()),
                    "crun",
                    folder.resolve("sessions"),
                    _ -> {});
        }
        return servers;
    }
}
