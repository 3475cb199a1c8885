package io.mcpsf.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.BadJsonException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Entries of every form that clients write, put behind the guard and taken out again. */
final class ConfigEditTest {

    private static final List<String> GUARD =
            List.of("/opt/mcpsf", "run", "--policy", "/p\"q.yaml", "-e", "KEY", "--");

    static Stream<Arguments> files() {
        return Stream.of(
                form(
                        "a.json",
                        "mcpServers/files",
                        """
                        \ufeff{
                          // mine, “really”
                          "other": 1, /* 𝄞 */
                          "mcpServers": {
                            "files": {
                              "args": ["-y", "@acme/server", "/srv"], // kept
                              "command": "npx",
                            },
                          },
                        }
                        """,
                        "npx -y @acme/server /srv"),
                form("b.json", "m/s", "{\"m\":{\"s\":{\"command\":\"npx\",\"args\":[]}}}", "npx"),
                form("c.json", "m/s", "{\"m\":{\"s\":{\"command\":\"npx\"}}}", "npx"),
                form(
                        "opencode.jsonc",
                        "mcp/a",
                        "{\"mcp\": {\"a\": {\"command\": [ \"bunx\", \"one\" ]}}}\r\n",
                        "bunx one"),
                form(
                        "zed.json",
                        "c/b",
                        "{\"c\": {\"b\": {\"command\": {\"path\": \"npx\", \"args\": [\"t\"]}}}}",
                        "npx t"),
                form(
                        "config.toml",
                        "mcp_servers/git.tools",
                        """
                        model = "o" # theirs
                        [mcp_servers."git.tools"]
                        args = [
                          "--from", # a comment
                          'mcp-server-git', "mcp-server-git",
                        ]
                        command = 'uvx' # another
                        [mcp_servers."git.tools".env]
                        KEY = "v"
                        """,
                        "uvx --from mcp-server-git mcp-server-git"),
                form(
                        "config.toml",
                        "mcp_servers/a",
                        "[mcp_servers.a]\ncommand = \"npx\"\nenabled = true\n",
                        "npx"),
                form(
                        "config.toml",
                        "mcp_servers/a",
                        "mcp_servers.a = { command = \"npx\", args = [\"x\"] }\n",
                        "npx x"),
                form(
                        "vibe.toml",
                        "mcp_servers/1",
                        "[[mcp_servers]]\nname=\"x\"\n[[mcp_servers]]\ncommand = \"npx\"\n",
                        "npx"),
                form(
                        "continue.yaml",
                        "mcpServers/0",
                        """
                        # mine
                        mcpServers:
                          - name: a   # first
                            command: npx
                            args:
                              - -y
                              - "one@1.0.0"
                            env:
                              KEY: value
                        """,
                        "npx -y one@1.0.0"),
                form(
                        "goose.yaml",
                        "extensions/b",
                        "extensions:\n  b: {type: stdio, cmd: uvx, args: [two], enabled: true}\n",
                        "uvx two"),
                form(
                        "goose.yaml",
                        "extensions/b",
                        "extensions:\n  b:\n    cmd: uvx\n    type: stdio\n",
                        "uvx"),
                form("one.yaml", "list/0", "list:\n- command: 'npx'\n  name: x\n", "npx"));
    }

    private static Arguments form(String name, String at, String text, String command) {
        return Arguments.of(name, List.of(at.split("/")), text, command);
    }

    @ParameterizedTest
    @MethodSource("files")
    void aGuardedEntryStartsTheSameBehindTheGuard(
            String name, List<String> at, String text, String command) {
        String wrapped = ConfigEdit.of(name, text).wrapped(Map.of(at, GUARD));

        GuardedEntry entry = ConfigEdit.of(name, wrapped).command(at).orElseThrow();
        assertThat(entry.guarded()).isTrue();
        assertThat(entry.guard()).isEqualTo(GUARD);
        assertThat(String.join(" ", entry.command()))
                .isEqualTo(String.join(" ", GUARD) + " " + command);
        text.lines()
                .filter(line -> !line.matches(".*(command|cmd|args).*"))
                .forEach(line -> assertThat(wrapped).contains(line.strip()));
    }

    @ParameterizedTest
    @MethodSource("files")
    void undoingGivesBackTheSameBytes(String name, List<String> at, String text, String command) {
        String wrapped = ConfigEdit.of(name, text).wrapped(Map.of(at, GUARD));

        assertThat(ConfigEdit.of(name, wrapped).unwrapped(List.of(at), text)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("files")
    void withoutABackUpItStartsAsBefore(String name, List<String> at, String text, String command) {
        String wrapped = ConfigEdit.of(name, text).wrapped(Map.of(at, GUARD));

        String again = ConfigEdit.of(name, wrapped).unwrapped(List.of(at), "");

        GuardedEntry entry = ConfigEdit.of(name, again).command(at).orElseThrow();
        assertThat(String.join(" ", entry.command())).isEqualTo(command);
    }

    @Test
    void whatTheOwnerChangedSinceStays() {
        List<String> at = List.of("m", "s");
        String text = "{\"m\": {\"s\": {\"command\": \"npx\", \"args\": [\"x\"]}}, \"n\": 1}";
        String changed =
                ConfigEdit.of("a.json", text)
                        .wrapped(Map.of(at, GUARD))
                        .replace("\"n\": 1", "\"n\": 2");

        assertThat(ConfigEdit.of("a.json", changed).unwrapped(List.of(at), text))
                .isEqualTo(text.replace("\"n\": 1", "\"n\": 2"));
    }

    @Test
    void formsThatAreNotKnownAreLeftAlone() {
        assertThat(command("{\"s\": {\"command\": \"npx\", \"args\": \"-y x\"}}")).isEmpty();
        assertThat(command("{\"s\": {\"url\": \"https://a.example\"}}")).isEmpty();
        assertThat(command("{\"s\": {\"command\": [\"a\", {\"b\": 1}]}}")).isEmpty();
        assertThatThrownBy(() -> ConfigEdit.of("a.xml", "<a/>"))
                .isInstanceOf(BadJsonException.class);
    }

    private static java.util.Optional<GuardedEntry> command(String text) {
        return ConfigEdit.of("a.json", text).command(List.of("s"));
    }

    @Test
    void onlyNamesOfVariablesAreTold() {
        String text =
                "{\"s\": {\"command\": \"x\", \"env\": {\"A_KEY\": \"1\", \"b c\": \"2\"},"
                        + " \"env_vars\": [\"D\"]}}";

        assertThat(
                        GuardedEntry.variables(
                                ConfigEdit.of("a.json", text).entry(List.of("s")).orElseThrow()))
                .containsExactly("A_KEY", "D");
    }
}
