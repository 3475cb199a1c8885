package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.text.ShellWords;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Programs that people use write their own configuration: it is found, put behind the guard, they
 * reach the server through it, and get back the same bytes.
 */
@Tag("chamber")
@Tag("release")
@Tag("alone") // Clients have deadlines of their own for a server to answer.
final class RealClientsTest {

    private static final String SERVER =
            Path.of("samples/calculator/server.js").toAbsolutePath().toString();

    @TempDir private static Path folder;
    private static Path home;
    private static Path project;
    private static Path mcpsf;

    @BeforeAll
    static void install() throws Exception {
        home = Files.createDirectories(folder.resolve("home"));
        project = Files.createDirectories(home.resolve("work"));
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        good(
                Command.of(
                                "npm",
                                "install",
                                "--no-audit",
                                "--no-fund",
                                "@openai/codex",
                                "@anthropic-ai/claude-code",
                                "@google/gemini-cli")
                        .in(folder)
                        .within(Duration.ofMinutes(10)));
        mcpsf = folder.resolve("mcpsf");
        String line =
                ShellWords.join(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                "io.mcpsf.cli.Main"));
        Files.writeString(
                mcpsf,
                "#!/bin/sh\nexport XDG_STATE_HOME=%s\nexec %s \"$@\"\n"
                        .formatted(folder.resolve("state"), line));
        Files.setPosixFilePermissions(mcpsf, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty("mcpsf.program", mcpsf.toString());
    }

    @AfterAll
    static void restore() {
        System.clearProperty("mcpsf.program");
    }

    @Test
    void claude() throws Exception {
        client("claude", "mcp", "add", "-s", "user", "calc", "--", "node", SERVER);

        sameBytesAfter(
                "Claude Code",
                home.resolve(".claude.json"),
                () ->
                        assertThat(client("claude", "mcp", "list"))
                                .containsPattern("calc: .*Connected"));
    }

    @Test
    void gemini() throws Exception {
        client("gemini", "mcp", "add", "-s", "user", "calc", "node", SERVER);
        // What its dialog writes when somebody trusts a folder; without it no server is started.
        Files.writeString(
                home.resolve(".gemini/trustedFolders.json"),
                Json.text(Json.object().put(project.toString(), "TRUST_FOLDER")));

        sameBytesAfter(
                "Gemini CLI",
                home.resolve(".gemini/settings.json"),
                () -> {
                    // It waits for five seconds and no longer, which is little on a busy machine.
                    String list = client("gemini", "mcp", "list");
                    for (int i = 0; i < 9 && list.contains("Disconnected"); i++) {
                        list = client("gemini", "mcp", "list");
                    }
                    assertThat(list).containsPattern("calc: .*Connected");
                });
    }

    /** Its list starts nothing, so the server behind its editor extensions is asked. */
    @Test
    void codex() throws Exception {
        client("codex", "mcp", "add", "calc", "--", "node", SERVER);

        sameBytesAfter(
                "Codex",
                home.resolve(".codex/config.toml"),
                () -> {
                    assertThat(client("codex", "mcp", "list")).contains("calc", mcpsf.toString());
                    assertThat(codexStatus()).contains("calculator", "multiply");
                });
    }

    private static String codexStatus() throws Exception {
        String questions =
                """
                {"id":1,"method":"initialize","params":{"clientInfo":{"name":"test","version":"1"}}}
                {"method":"initialized"}
                {"id":2,"method":"mcpServerStatus/list","params":{}}
                """;
        // Its input stays open until the answer is there.
        String script =
                "{ cat questions; sleep 60 & echo $! > sleeping; wait; } | %s -c mcp_servers.calc.startup_timeout_sec=60 app-server | { grep -m1 '\"id\":2'; kill $(cat sleeping); }"
                        .formatted(folder.resolve("node_modules/.bin/codex"));
        Files.writeString(project.resolve("questions"), questions);
        return ask(List.of("bash", "-c", script));
    }

    @FunctionalInterface
    private interface Use {
        void asks() throws Exception;
    }

    private static void sameBytesAfter(String client, Path file, Use use) throws Exception {
        byte[] before = Files.readAllBytes(file);
        JsonNode entry = entry(client);
        assertThat(entry.path("file").asString("")).isEqualTo(file.toString());
        assertThat(entry.path("args").toString()).contains(SERVER);
        long sessions = sessions();

        mcpsf("protect", "--client", client);
        assertThat(Files.readAllBytes(file)).isNotEqualTo(before);
        mcpsf("protect", "--client", client, "--undo");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);

        mcpsf("protect", "--client", client);
        assertThat(entry(client).path("guarded").asBoolean()).isTrue();
        use.asks();
        assertThat(sessions()).as("sessions of the guard").isGreaterThan(sessions);

        // The program may have written other things into its file meanwhile.
        mcpsf("protect", "--client", client, "--undo");
        assertThat(entry(client).path("guarded").asBoolean()).isFalse();
        assertThat(entry(client).path("args").toString()).contains(SERVER);
    }

    private static long sessions() throws IOException {
        Path sessions = folder.resolve("state/mcpsf/sessions");
        if (!Files.isDirectory(sessions)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(sessions)) {
            return all.filter(one -> Files.exists(one.resolve("evidence.jsonl"))).count();
        }
    }

    private static JsonNode entry(String client) {
        JsonNode found = Json.read(mcpsf("discover", "--format", "json"));
        for (JsonNode server : found.path("servers")) {
            if (Json.text(server, "client").equals(client)) {
                return server;
            }
        }
        throw new AssertionError("no server of " + client + " in " + found);
    }

    private static String mcpsf(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--home", home.toString(), "--project", project.toString()));
        var out = new ByteArrayOutputStream();
        var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console =
                new Console(print, print, new Console.Ends(false, false, 100, true), Map.of());
        assertThat(Main.cli(console).run(all.toArray(String[]::new)))
                .as(out.toString(StandardCharsets.UTF_8))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String client(String program, String... words) throws Exception {
        var all =
                new ArrayList<>(List.of(folder.resolve("node_modules/.bin/" + program).toString()));
        all.addAll(List.of(words));
        return ask(all);
    }

    private static String ask(List<String> words) throws Exception {
        return good(
                Command.of(words)
                        .in(project)
                        .with("HOME", home.toString())
                        .with("MCP_TIMEOUT", "60000")
                        .within(Duration.ofMinutes(2))
                        .keeping(4 << 20));
    }

    private static String good(Command command) throws InterruptedException {
        Command.Result done = command.run();
        assertThat(done.good()).as(done.complaint()).isTrue();
        return done.stdout() + done.stderr();
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
