package io.mcpsf.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.discover.ConfiguredServer.Issue;
import io.mcpsf.discover.ConfiguredServer.Scope;
import io.mcpsf.discover.ConfiguredServer.Transport;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configurations as clients write them, found and read. */
final class DiscoveryTest {

    private static final String ENTRY =
            "{\"command\": \"npx\", \"args\": [\"-y\", \"@acme/server@1.2.3\", \"/srv\"]}";

    @TempDir Path home;
    @TempDir Path project;

    /** Client, file below the home (or project:), and the key that its servers stand under. */
    @ParameterizedTest
    @CsvSource({
        "Claude Desktop,.config/Claude/claude_desktop_config.json,mcpServers",
        "Claude Desktop,Library/Application Support/Claude/claude_desktop_config.json,mcpServers",
        "Claude Code,.claude.json,mcpServers",
        "Claude Code,project:.mcp.json,mcpServers",
        "Claude Code,.claude/plugins/cache/a/b/.mcp.json,mcpServers",
        "VS Code,.config/Code/User/mcp.json,servers",
        "VS Code,.config/Code/User/profiles/p1/mcp.json,servers",
        "VS Code,project:.vscode/mcp.json,servers",
        "VS Code Insiders,.config/Code - Insiders/User/mcp.json,servers",
        "VSCodium,.config/VSCodium/User/mcp.json,servers",
        "Cursor,.cursor/mcp.json,mcpServers",
        "Cursor,project:.cursor/mcp.json,mcpServers",
        "Windsurf,.codeium/windsurf/mcp_config.json,mcpServers",
        "Gemini CLI,.gemini/settings.json,mcpServers",
        "Gemini CLI,project:.gemini/settings.json,mcpServers",
        "Antigravity,.gemini/antigravity/mcp_config.json,mcpServers",
        "Copilot CLI,.copilot/mcp-config.json,mcpServers",
        "Copilot for JetBrains and Eclipse,.config/github-copilot/intellij/mcp.json,servers",
        "JetBrains AI Assistant,.ai/mcp/mcp.json,mcpServers",
        "Junie,.junie/mcp/any.json,mcpServers",
        "Zed,.config/zed/settings.json,context_servers",
        "Cline,.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json,mcpServers",
        "Roo Code,.config/Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json,mcpServers",
        "Roo Code,project:.roo/mcp.json,mcpServers",
        "Kilo Code,project:.kilocode/mcp.json,mcpServers",
        "Amazon Q,.aws/amazonq/mcp.json,mcpServers",
        "Amazon Q,.aws/amazonq/agents/one.json,mcpServers",
        "Kiro,.kiro/settings/mcp.json,mcpServers",
        "LM Studio,.lmstudio/mcp.json,mcpServers",
        "Amp,.config/amp/settings.json,amp.mcpServers",
        "Trae,.config/Trae/User/mcp.json,mcpServers",
        "Qoder,.qoder/mcp.json,mcpServers",
        "Factory,.factory/mcp.json,mcpServers",
        "Kimi,.kimi/mcp.json,mcpServers",
        "Tabnine,.tabnine/mcp_servers.json,mcpServers",
        "BoltAI,.boltai/mcp.json,mcpServers",
        "Witsy,.config/Witsy/settings.json,mcpServers",
    })
    void everyClientThatKeepsJsonIsFound(String client, String file, String key)
            throws IOException {
        write(file, "\ufeff{// a comment\n\"%s\": {\"files\": %s,}}".formatted(key, ENTRY));

        List<ConfiguredServer> found = look().servers();

        assertThat(found).hasSize(1);
        ConfiguredServer server = found.getFirst();
        assertThat(server.place().client()).isEqualTo(client);
        assertThat(server.place().scope() == Scope.PROJECT).isEqualTo(file.startsWith("project:"));
        assertThat(server.name()).isEqualTo("files");
        assertThat(server.launch().args()).containsExactly("-y", "@acme/server@1.2.3", "/srv");
        assertThat(server.source()).isEqualTo("npm:@acme/server@1.2.3");
    }

    @Test
    void codexKeepsTables() throws IOException {
        write(
                ".codex/config.toml",
                """
                model = "o"
                [mcp_servers."git.tools"]
                command = "uvx"
                args = ["--from", "mcp-server-git==2025.1", "mcp-server-git"]
                [mcp_servers.far]
                url = "https://mcp.acme.example/mcp"
                http_headers = { Authorization = "Bearer 0123456789abcdef" }
                enabled = false
                """);

        List<ConfiguredServer> found = look().servers();

        assertThat(found)
                .extracting(ConfiguredServer::source)
                .containsExactly("pypi:mcp-server-git==2025.1", "https://mcp.acme.example/mcp");
        assertThat(found.get(1).disabled()).isTrue();
        assertThat(ids(found.get(1))).containsExactly("plaintext-secret");
        assertThat(found.get(1).toString()).doesNotContain("0123456789abcdef");
    }

    @Test
    void continueGooseAndVibeKeepTheirOwnForms() throws IOException {
        write(
                ".continue/config.yaml",
                "mcpServers:\n  - name: a\n    command: npx\n    args: [-y, one@1.0.0]\n");
        write(
                ".config/goose/config.yaml",
                """
                extensions:
                  builtin: {type: builtin, name: developer, enabled: true}
                  b: {type: stdio, cmd: uvx, args: [two], enabled: false}
                  c: {type: streamable_http, uri: "https://c.example/mcp"}
                """);
        write(
                ".vibe/config.toml",
                "[[mcp_servers]]\nname = \"d\"\ncommand = \"npx\"\nargs = [\"four\"]\n");

        assertThat(look().servers())
                .extracting(s -> s.name() + " " + s.source() + " " + s.disabled())
                .containsExactlyInAnyOrder(
                        "a npm:one@1.0.0 false",
                        "b pypi:two true",
                        "c https://c.example/mcp false",
                        "d npm:four false");
    }

    @Test
    void opencodeZedAndExtensionsWriteTheCommandInOtherWays() throws IOException {
        write(
                ".config/opencode/opencode.jsonc",
                "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"bunx\","
                        + " \"one@1.0.0\"]}}}");
        write(
                ".config/zed/settings.json",
                "{\"context_servers\": {\"b\": {\"command\": {\"path\": \"npx\", \"args\":"
                        + " [\"two\"]}}}}");
        write(
                ".config/Claude/Claude Extensions/ext/manifest.json",
                "{\"name\": \"c\", \"server\": {\"mcp_config\": {\"command\": \"node\", \"args\":"
                        + " [\"${__dirname}/x.js\"]}}}");

        assertThat(look().servers())
                .extracting(s -> s.name() + " " + s.source())
                .containsExactlyInAnyOrder("a npm:one@1.0.0", "b npm:two", "c ");
    }

    @Test
    void jetBrainsXmlIsReadWithoutFetchingAnything() throws IOException {
        write(
                ".config/JetBrains/IntelliJIdea2025.2/options/llm.mcpServers.xml",
                """
                <application><component name="McpApplicationServerCommands"><commands>
                <McpServerCommand><option name="name" value="a"/><option name="programPath" value="npx"/>
                <option name="arguments" value="-y &quot;one@1.0.0&quot;"/>
                <envs><env name="API_TOKEN" value="0123456789abcdef"/></envs></McpServerCommand>
                </commands></component></application>
                """);
        write(
                "project:.idea/workspace.xml",
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><project>&e;</project>");

        Discovery.Found found = look();

        assertThat(found.servers()).hasSize(1);
        assertThat(found.servers().getFirst().source()).isEqualTo("npm:one@1.0.0");
        assertThat(ids(found.servers().getFirst())).containsExactly("plaintext-secret");
        assertThat(found.unreadable())
                .extracting(Discovery.Unreadable::why)
                .containsExactly("malformed XML");
    }

    @Test
    void projectsThatClaudeCodeKnowsAreLookedAtToo() throws IOException {
        write(
                ".claude.json",
                "{\"projects\": {\"%s\": {\"mcpServers\": {\"own\": %s}}}}"
                        .formatted(project, ENTRY));
        write("project:.mcp.json", "{\"mcpServers\": {\"shared\": %s}}".formatted(ENTRY));

        var found = Discovery.look(new Discovery.Where(List.of(home), List.of(), Map.of(), false));

        assertThat(found.servers())
                .extracting(ConfiguredServer::name)
                .containsExactly("own", "shared");
        assertThat(found.servers()).allMatch(s -> s.place().scope() == Scope.PROJECT);
    }

    @Test
    void aVariableMovesAClientsFolderForWhoAsksOnly() throws IOException {
        Path elsewhere = Files.createDirectories(home.resolve("moved"));
        Files.writeString(elsewhere.resolve("config.toml"), "[mcp_servers.a]\ncommand = \"x\"\n");
        Map<String, String> variables = Map.of("CODEX_HOME", elsewhere.toString());
        Path other = Files.createDirectories(home.resolve("other"));

        assertThat(found(List.of(other), variables)).hasSize(1);
        assertThat(found(List.of(other, project), variables)).isEmpty();
    }

    @Test
    void whatCanNotBeReadIsToldWithoutItsContent() throws Exception {
        write(
                ".cursor/mcp.json",
                "{\"mcpServers\": {\"a\": {\"env\": {\"TOKEN\": \"s3cr3t-value\" oops");
        write(".gemini/settings.json", "[".repeat(5_000));
        Path pipe = home.resolve(".kimi/mcp.json");
        Files.createDirectories(pipe.getParent());
        Command.of("mkfifo", pipe.toString()).run();

        Discovery.Found found = look();

        assertThat(found.servers()).isEmpty();
        assertThat(found.unreadable()).hasSize(2);
        assertThat(found.unreadable().toString())
                .contains("malformed at line 1")
                .doesNotContain("s3cr3t-value");
    }

    @Test
    void secretsAreNeverKept() throws IOException {
        write(
                ".cursor/mcp.json",
                """
                {"mcpServers": {
                  "a": {"command": "npx", "args": ["-y", "one@1.0.0", "--api-key", "hunter2hunter2", "--token=hunter2hunter2", "https://u:hunter2hunter2@a.example/?key=hunter2hunter2"],
                        "env": {"GITHUB_TOKEN": "hunter2hunter2", "REGION": "eu", "SAFE_TOKEN": "${env:TOKEN}"}},
                  "b": {"url": "https://b.example/sse?api_key=hunter2hunter2", "type": "sse", "headers": {"Authorization": "Bearer hunter2hunter2"}}
                }}
                """);

        List<ConfiguredServer> found = look().servers();

        assertThat(found.toString()).doesNotContain("hunter2").doesNotContain("REGION");
        assertThat(found.get(0).launch().args())
                .containsExactly(
                        "-y",
                        "one@1.0.0",
                        "--api-key",
                        "***",
                        "--token=***",
                        "https://a.example/?key=***");
        assertThat(found.get(0).issues())
                .extracting(Issue::message)
                .anyMatch(m -> m.endsWith(": GITHUB_TOKEN"));
        assertThat(found.get(1).launch().transport()).isEqualTo(Transport.SSE);
        assertThat(found.get(1).launch().url()).isEqualTo("https://b.example/sse?api_key=***");
        assertThat(ids(found.get(1))).containsExactly("plaintext-secret", "plaintext-secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unpinned-version|{\"command\": \"npx\", \"args\": [\"one\"]}",
                "unpinned-version|{\"command\": \"npx\", \"args\": [\"one@latest\"]}",
                "unpinned-version|{\"command\": \"uvx\", \"args\": [\"two\"]}",
                "plain-http|{\"url\": \"http://a.example/mcp\"}",
                "auto-approved|{\"url\": \"https://a.example/mcp\", \"trust\": true}",
                "auto-approved|{\"url\": \"https://a.example/mcp\", \"autoApprove\": [\"*\"]}",
                "unpinned-version,privileged-container|{\"command\": \"docker\", \"args\":"
                        + " [\"run\", \"-v\", \"/:/host\", \"img\"]}",
                "|{\"url\": \"http://localhost:3000/mcp\"}",
                "|{\"command\": \"npx\", \"args\": [\"one@1.2.3\"], \"env\": {\"LOG_LEVEL\":"
                        + " \"debug\", \"KEY_FILE\": \"/srv/key\"}}",
                "|{\"command\": \"uvx\", \"args\": [\"two==1.0\"], \"autoApprove\": [\"read\"]}",
            })
    void whatIsWrongWithAnEntryIsSaid(String expected, String entry) throws IOException {
        write(".cursor/mcp.json", "{\"mcpServers\": {\"a\": %s}}".formatted(entry));

        String ids = String.join(",", ids(look().servers().getFirst()));

        assertThat(ids).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void oneNameForTwoCommandsIsSaid() throws IOException {
        write(".cursor/mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"one\"}}}");
        write(".kimi/mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"two\"}}}");
        write(".qoder/mcp.json", "{\"mcpServers\": {\"b\": {\"command\": \"two\"}}}");

        assertThat(look().servers())
                .extracting(s -> s.name() + ids(s))
                .containsExactlyInAnyOrder("a[duplicate-name]", "a[duplicate-name]", "b[]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "npx -y @a/b@1 --flag|npm:@a/b@1",
                "npx --yes --package=@a/b@2 tool|npm:@a/b@2",
                "pnpm dlx one|npm:one",
                "yarn dlx one|npm:one",
                "cmd /c npx -y one|npm:one",
                "npx -y mcp-remote https://a.example/sse|https://a.example/sse",
                "/usr/local/bin/uvx one|pypi:one",
                "uv tool run one@1.2|pypi:one==1.2",
                "uvx --from git+https://a.example/x.git one|git+https://a.example/x.git",
                "uv --directory /srv/x run main.py|/srv/x",
                "pipx run one|pypi:one",
                "node /srv/x/index.js|/srv/x",
                "python3 /srv/x/main.py --port 1|/srv/x",
                "docker run -i --rm -e TOKEN -v /a:/b mcp/git:1 --x|docker:mcp/git:1",
                "env A=b npx one|npm:one",
                "./local-program|''",
            })
    void aCommandLineIsUnderstoodAsASource(String line, String source) {
        assertThat(EntrySource.of(List.of(line.split(" ")))).isEqualTo(source);
    }

    private List<ConfiguredServer> found(List<Path> homes, Map<String, String> variables) {
        return Discovery.look(new Discovery.Where(homes, List.of(), variables, false)).servers();
    }

    private Discovery.Found look() {
        return Discovery.look(
                new Discovery.Where(List.of(home), List.of(project), Map.of(), false));
    }

    private static List<String> ids(ConfiguredServer server) {
        return server.issues().stream()
                .map(Issue::id)
                .filter(id -> !id.equals("project-command"))
                .toList();
    }

    private void write(String file, String text) throws IOException {
        Path path =
                file.startsWith("project:")
                        ? project.resolve(file.substring("project:".length()))
                        : home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, text.getBytes(StandardCharsets.UTF_8));
    }
}
