package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The official conformance suite and MCP Inspector at {@code mcpsf mcp --http}. Most scenarios for
 * servers call a tool, prompt or resource that a test server has to have (test_simple_text,
 * test://static-text and so on), or ask for logging, completion or subscriptions, which we do not
 * offer and do not announce. Those that ask for nothing of that kind are here.
 */
@Tag("release")
final class McpConformanceTest {

    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final List<String> SCENARIOS =
            List.of(
                    "server-initialize",
                    "server-session-lifecycle",
                    "ping",
                    "tools-list",
                    "resources-list",
                    "server-sse-multiple-streams",
                    "dns-rebinding-protection");

    /** The suite has no way to send a key, so a step in between adds it. */
    private static final String PROXY =
            """
            import http from "node:http";
            const [, , to, key] = process.argv;
            const proxy = http.createServer((asked, answer) => {
              const headers = { ...asked.headers, authorization: "Bearer " + key };
              const onward = http.request({ host: "127.0.0.1", port: to, method: asked.method, path: asked.url, headers }, (got) => {
                answer.writeHead(got.statusCode, got.headers);
                got.pipe(answer);
              });
              onward.on("error", () => answer.destroy());
              answer.on("close", () => onward.destroy());
              asked.pipe(onward);
            });
            proxy.listen(0, "127.0.0.1", () => console.log("listening on " + proxy.address().port));
            """;

    @TempDir Path folder;

    @Test
    void theSuitePassesAndInspectorListsItsToolsOverHttp() throws Exception {
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        Command.Result done =
                Command.of(
                                "npm",
                                "install",
                                "--no-audit",
                                "--no-fund",
                                "@modelcontextprotocol/conformance@0.2.0-alpha.12",
                                "@modelcontextprotocol/inspector@2.12.0",
                                "node@22.23.3")
                        .in(folder)
                        .within(Duration.ofMinutes(5))
                        .run();
        assertThat(done.good()).as(done.complaint()).isTrue();
        String node = folder.resolve("node_modules/.bin/node").toString();
        Path proxy = Files.writeString(folder.resolve("proxy.mjs"), PROXY);
        Process server = server();
        try (var said = server.errorReader()) {
            String port = port(said);
            Process between = new ProcessBuilder(node, proxy.toString(), port, KEY).start();
            try (var heard = between.inputReader()) {
                String url = "http://127.0.0.1:%s/mcp".formatted(port(heard));
                for (String scenario : SCENARIOS) {
                    Command.Result ran =
                            Command.of(
                                            node,
                                            "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                                            "server",
                                            "--url",
                                            url,
                                            "--scenario",
                                            scenario,
                                            "--spec-version",
                                            "2025-11-25")
                                    .in(folder)
                                    .within(Duration.ofMinutes(1))
                                    .run();
                    assertThat(ran.stdout()).as(scenario).contains(" 0 failed");
                    assertThat(ran.good()).as(scenario + ran.stdout()).isTrue();
                }
            } finally {
                between.destroy();
            }
            Command.Result listed =
                    Command.of(
                                    node,
                                    "node_modules/.bin/mcp-inspector",
                                    "--cli",
                                    "http://127.0.0.1:%s/mcp".formatted(port),
                                    "--transport",
                                    "http",
                                    "--header",
                                    "Authorization: Bearer " + KEY,
                                    "--method",
                                    "tools/list")
                            .in(folder)
                            .with("PATH", folder.resolve("node_modules/.bin") + ":" + Command.PATH)
                            .within(Duration.ofMinutes(1))
                            .keeping(1 << 20)
                            .run();
            assertThat(listed.stdout())
                    .as(listed.stderr())
                    .contains("\"assess\"")
                    .contains("\"exec\"");
        } finally {
            server.destroy();
        }
    }

    private Process server() throws Exception {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        "io.mcpsf.cli.Main",
                        "mcp",
                        "--http",
                        "0",
                        "--http-key",
                        "env:TRIAL_KEY",
                        "-o",
                        folder.resolve("cases").toString());
        builder.environment().put("TRIAL_KEY", KEY);
        return builder.start();
    }

    private static String port(BufferedReader said) throws Exception {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.contains("listening on")) {
                return line.replaceAll(".*?(\\d+)(/mcp)?$", "$1");
            }
        }
        throw new IllegalStateException("it does not listen");
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
