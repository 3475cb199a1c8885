package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.os.Command;
import io.mcpsf.run.tools.AddedServer;
import io.mcpsf.run.tools.ServerAdding;
import io.mcpsf.run.tools.ServerFolder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Real servers, called by code through files, and by the official client directly. */
@Tag("release")
final class RealToolsAsCodeTest {

    private static final String SERVERS = "@modelcontextprotocol/server-";

    /** Calls each server directly; what comes back is what code would see. */
    private static final String CLIENT =
            """
            import asyncio, json, sys
            from mcp import ClientSession, StdioServerParameters
            from mcp.client.stdio import stdio_client

            def value(said):
                result = said.model_dump(by_alias=True, mode="json")
                if result.get("isError"):
                    return "error"
                if result.get("structuredContent") is not None:
                    return result["structuredContent"]
                return "\\n".join(part["text"] for part in result["content"])

            async def main(servers, calls):
                for name, (command, args, env) in servers.items():
                    async with stdio_client(StdioServerParameters(command=command, args=args, env=env)) as (r, w):
                        async with ClientSession(r, w) as session:
                            await session.initialize()
                            for server, tool, arguments in calls:
                                if server == name:
                                    print(json.dumps([server, tool, value(await session.call_tool(tool, arguments))], sort_keys=True))

            asyncio.run(main(json.loads(sys.argv[1]), json.loads(sys.argv[2])))
            """;

    private static final String CODE =
            """
            import json
            from servers import files, git, memory
            from servers._mcpsf import ToolError
            calls = json.loads(%s)
            for server in ["files", "memory", "git"]:
                for name, tool, arguments in calls:
                    if name == server:
                        try:
                            result = getattr(globals()[server], tool)(**arguments)
                        except ToolError:
                            result = "error"
                        print(json.dumps([server, tool, result], sort_keys=True))
            """;

    @TempDir Path folder;
    private Path data;
    private Path repository;
    private Path servers;
    private Path python;

    @BeforeEach
    void install() throws Exception {
        data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("note.txt"), "a note\n");
        Files.writeString(
                data.resolve("rows.csv"),
                IntStream.range(0, 10_000)
                        .mapToObj(i -> "item-%d,%d".formatted(i, i * 7))
                        .collect(Collectors.joining("\n")));
        python = folder.resolve("python");
        good(folder, "python3", "-m", "venv", python.toString());
        good(folder, python + "/bin/pip", "install", "-q", "mcp", "mcp-server-git");
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        good(
                folder,
                "npm",
                "install",
                "-s",
                "--no-audit",
                SERVERS + "filesystem",
                SERVERS + "memory");
        repository = Files.createDirectory(folder.resolve("repository"));
        Files.writeString(repository.resolve("note.txt"), "a note\n");
        good(repository, "git", "init", "-q", ".");
        good(repository, "git", "add", ".");
        good(
                repository,
                "git",
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b.invalid",
                "commit",
                "-qm",
                "one");
        servers = folder.resolve("servers");
        add(
                "files",
                "npm:" + SERVERS + "filesystem",
                "files: {write: [\"%s\"]}".formatted(data),
                Map.of(),
                data.toString());
        add(
                "memory",
                "npm:" + SERVERS + "memory",
                "version: 1",
                Map.of("MEMORY_FILE_PATH", "/tmp/memory.jsonl"));
        add(
                "git",
                "pypi:mcp-server-git",
                "files: {write: [\"%s\"]}".formatted(repository),
                Map.of(),
                "--repository",
                repository.toString());
    }

    @Test
    void codeGetsWhatAClientGetsAndTenThousandRowsPassUnprinted() throws Exception {
        String calls =
                """
                [["files", "read_text_file", {"path": "%1$s/note.txt"}], ["files", "list_directory", {"path": "%1$s"}],
                 ["files", "read_text_file", {"path": "/etc/passwd"}],
                 ["memory", "create_entities", {"entities": [{"name": "x", "entityType": "t", "observations": ["o"]}]}],
                 ["memory", "search_nodes", {"query": "x"}],
                 ["git", "git_status", {"repo_path": "%2$s"}], ["git", "git_branch", {"repo_path": "%2$s", "branch_type": "local"}]]
                """
                        .formatted(data, repository);
        String direct =
                """
                {"files": ["node", ["%1$s/node_modules/%2$sfilesystem/dist/index.js", "%3$s"], null],
                 "memory": ["node", ["%1$s/node_modules/%2$smemory/dist/index.js"], {"MEMORY_FILE_PATH": "%1$s/memory.jsonl"}],
                 "git": ["%1$s/python/bin/python", ["-m", "mcp_server_git", "--repository", "%4$s"], null]}
                """
                        .formatted(folder, SERVERS, data, repository);
        Path client = Files.writeString(folder.resolve("client.py"), CLIENT);
        Command.Result said =
                Command.of(python + "/bin/python", client.toString(), direct, calls)
                        .within(Duration.ofMinutes(2))
                        .run();
        assertThat(said.good()).as(said.complaint()).isTrue();

        try (var trial = new CodeTrial(folder.resolve("executions"))) {
            trial.with(servers, Path.of("")).under("limits: {time: 300s, cpus: 2}");
            ExecutionLog same = trial.python(CODE.formatted("'''" + calls + "'''"));
            assertThat(same.output().stderr()).isEmpty();
            assertThat(same.output().stdout().lines().toList())
                    .isEqualTo(said.stdout().lines().toList())
                    .hasSize(7);

            ExecutionLog rows =
                    trial.python(
                            """
                            from servers import files, memory
                            text = files.read_text_file("%s/rows.csv")["content"]
                            rows = [line.split(",") for line in text.splitlines()]
                            memory.create_entities([{"name": n, "entityType": "row", "observations": [v]} for n, v in rows])
                            graph = memory.read_graph()
                            print(len(rows), len(graph["entities"]))
                            """
                                    .formatted(data));
            assertThat(rows.output().stderr()).isEmpty();
            assertThat(rows.output().stdout()).isEqualTo("10000 10000\n");
        }
    }

    private void add(
            String name, String source, String policy, Map<String, String> env, String... arguments)
            throws InterruptedException {
        var start = new AddedServer.Start(source, "", List.of(arguments), env);
        int tools =
                ServerAdding.add(
                        new ServerFolder(servers),
                        new AddedServer(name, start, policy, Map.of()),
                        "crun",
                        folder.resolve("sessions"),
                        _ -> {});
        assertThat(tools).as(name).isGreaterThan(5);
    }

    private static void good(Path where, String... words) throws InterruptedException {
        Command.Result done = Command.of(words).in(where).within(Duration.ofMinutes(4)).run();
        assertThat(done.good()).as(done.complaint()).isTrue();
    }
}
