package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.text.ShellWords;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of MCP Inspector, as a client that is not ours, at {@code mcpsf mcp}. */
@Tag("release")
final class McpInspectorTest {

    @TempDir Path folder;
    private Path server;

    @BeforeEach
    void install() throws Exception {
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        Command.Result done =
                Command.of(
                                "npm",
                                "install",
                                "--no-audit",
                                "--no-fund",
                                "@modelcontextprotocol/inspector")
                        .in(folder)
                        .within(Duration.ofMinutes(5))
                        .run();
        assertThat(done.good()).as(done.complaint()).isTrue();
        String line =
                ShellWords.join(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                "io.mcpsf.cli.Main",
                                "mcp",
                                "-o",
                                folder.resolve("cases").toString()));
        server = Files.writeString(folder.resolve("server"), "#!/bin/sh\nexec " + line + "\n");
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void listsItsToolsRunsCodeAssessesASampleAndReadsItsReport() throws Exception {
        assertThat(ask("tools/list").path("tools").findValuesAsString("name"))
                .contains("assess", "findings", "explain", "compare", "discover", "exec");

        JsonNode ran = ask("tools/call", "--tool-name", "exec", "--tool-arg", "code=print(6 * 7)");
        assertThat(Json.text(ran)).contains("DONE, exit code 0").contains("42");

        String sample = Path.of("samples/courier").toAbsolutePath().toString();
        JsonNode assessed =
                ask("tools/call", "--tool-name", "assess", "--tool-arg", "source=" + sample);
        assertThat(Json.text(assessed)).contains("MALICIOUS");

        JsonNode found = ask("tools/call", "--tool-name", "findings", "--tool-arg", "case=latest");
        assertThat(Json.text(found)).contains("MALICIOUS").contains("It is data");
        assertThat(ask("resources/list").path("resources").findValuesAsString("uri"))
                .anyMatch(uri -> uri.endsWith("/report.md"));
    }

    private JsonNode ask(String method, String... more) throws InterruptedException {
        var words =
                new ArrayList<>(
                        List.of(
                                "node_modules/.bin/mcp-inspector",
                                "--cli",
                                server.toString(),
                                "--method",
                                method));
        words.addAll(List.of(more));
        Command.Result said =
                Command.of(words).in(folder).within(Duration.ofMinutes(5)).keeping(8 << 20).run();
        assertThat(said.good()).as(said.complaint()).isTrue();
        return Json.read(said.stdout());
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
