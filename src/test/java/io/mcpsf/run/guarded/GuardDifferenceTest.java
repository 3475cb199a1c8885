package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.text.ShellWords;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The official client gets the same from a server, with the guard in between and without. */
@Tag("release")
final class GuardDifferenceTest {

    private static final String SERVERS = "@modelcontextprotocol/server-";

    private static final List<String> NODE = List.of("node", "everything.mjs");

    private static final String RECOMMENDED = "version: 1\npreset: recommended\n";
    private static final String KEY = "a-key-that-nobody-guesses";

    private static final String CALLS =
            """
            [["echo", {"message": "hallo é"}], ["get-sum", {"a": 2, "b": 3}],
             ["trigger-long-running-operation", {"duration": 1, "steps": 4}, true],
             ["trigger-sampling-request", {"prompt": "x", "maxTokens": 10}],
             ["trigger-elicitation-request", {}], ["get-roots-list", {}],
             ["get-structured-content", {"location": "New York"}],
             ["get-resource-links", {"count": 3}],
             ["get-resource-reference", {"resourceType": "Text", "resourceId": 1}],
             ["get-annotated-message", {"messageType": "error", "includeImage": true}],
             ["get-tiny-image", {}], ["no-such-tool", {}]]
            """;

    @TempDir Path folder;

    @BeforeEach
    void install() throws Exception {
        npm("client", "@modelcontextprotocol/sdk");
        Files.copy(
                Path.of("src/test/resources/guard/everything.mjs"),
                folder.resolve("client/everything.mjs"));
    }

    @Test
    void everything() throws Exception {
        same("everything", CALLS, RECOMMENDED);
    }

    /** A server on a port, for a client on standard streams and for a remote one. */
    @Test
    void streamable() throws Exception {
        npm("server", SERVERS + "everything");
        List<String> direct;
        try (var _ =
                new Listening(
                        List.of("node", entry("everything"), "streamableHttp"),
                        Map.of("PORT", "39171"),
                        "listening on port")) {
            direct = ask(NODE, CALLS, List.of("http://127.0.0.1:39171/mcp", "-"));
        }

        List<String> overStreams =
                ask(NODE, CALLS, guarded("everything", RECOMMENDED, List.of("streamableHttp")));
        List<String> remote = remote("streamableHttp");

        assertSame(overStreams, direct);
        assertSame(remote, direct);
    }

    /** A remote client of a server on standard streams. */
    @Test
    void remote() throws Exception {
        npm("server", SERVERS + "everything");

        List<String> remote = remote("stdio");

        assertSame(remote, ask(NODE, CALLS, List.of("node", entry("everything"))));
    }

    private List<String> remote(String transport) throws Exception {
        var words = guarded("everything", RECOMMENDED, List.of(transport));
        words.addAll(
                words.indexOf("run") + 1, List.of("--http", "39172", "--http-key", "env:MCP_KEY"));
        try (var _ = new Listening(words, Map.of("MCP_KEY", KEY), "listening on")) {
            return ask(NODE, CALLS, List.of("http://127.0.0.1:39172/mcp", KEY));
        }
    }

    /** The command line of MCP Inspector. */
    @Test
    void inspector() throws Exception {
        npm("client", "@modelcontextprotocol/inspector");
        npm("server", SERVERS + "everything");
        List<String> direct = List.of("node", entry("everything"));
        List<String> guarded = guarded("everything", RECOMMENDED, List.of("stdio"));

        for (List<String> question :
                List.of(
                        List.of("tools/list"),
                        List.of("prompts/list"),
                        List.of("resources/list"),
                        List.of("resources/templates/list"),
                        List.of("tools/call", "--tool-name", "echo", "--tool-arg", "message=hallo"),
                        List.of("prompts/get", "--prompt-name", "simple-prompt"))) {
            assertThat(inspected(guarded, question))
                    .as(String.join(" ", question))
                    .isEqualTo(inspected(direct, question))
                    .isNotEmpty();
        }
    }

    private String inspected(List<String> server, List<String> question) throws Exception {
        // The inspector takes options of the server for its own, so that it gets a program without.
        Path program =
                Files.writeString(
                        folder.resolve("program"),
                        "#!/bin/sh\nexec " + ShellWords.join(server) + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        var words =
                new ArrayList<>(
                        List.of(
                                "node_modules/.bin/mcp-inspector",
                                "--cli",
                                program.toString(),
                                "--method"));
        words.addAll(question);
        Command.Result said =
                Command.of(words)
                        .in(folder.resolve("client"))
                        .within(Duration.ofMinutes(4))
                        .keeping(4 << 20)
                        .run();
        assertThat(said.good()).as(said.complaint()).isTrue();
        return said.stdout();
    }

    private String entry(String name) {
        return folder.resolve("server/node_modules/" + SERVERS + name)
                .resolve("dist/index.js")
                .toString();
    }

    /** A program that listens, until it is closed. */
    private static final class Listening implements AutoCloseable {
        private final Process process;

        Listening(List<String> words, Map<String, String> env, String ready) throws IOException {
            var builder = new ProcessBuilder(words).redirectErrorStream(true);
            builder.environment().putAll(env);
            process = builder.start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            String line = said.readLine();
            while (line != null && !line.contains(ready)) {
                line = said.readLine();
            }
            assertThat(line).as("it never listened").isNotNull();
            Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    @Test
    void filesystem() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("note.txt"), "a note\n");
        same(
                "filesystem",
                """
                [["read_text_file", {"path": "%1$s/note.txt"}], ["list_directory", {"path": "%1$s"}],
                 ["get_file_info", {"path": "/etc/passwd"}], ["search_files", {"path": "%1$s", "pattern": "*"}],
                 ["list_allowed_directories", {}]]
                """
                        .formatted(data),
                "version: 1\npreset: recommended\nfiles: {write: [\"%s\"]}\n".formatted(data),
                data.toString());
    }

    /** A Python server, and the official client in Python. */
    @Test
    void git() throws Exception {
        Path python = folder.resolve("python");
        good(folder, "python3", "-m", "venv", python.toString());
        good(folder, python + "/bin/pip", "install", "-q", "mcp", "mcp-server-git");
        Path repository = Files.createDirectory(folder.resolve("repository"));
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
        String calls =
                """
                [["git_status", {"repo_path": "%1$s"}], ["git_log", {"repo_path": "%1$s"}],
                 ["git_branch", {"repo_path": "%1$s", "branch_type": "local"}],
                 ["git_status", {"repo_path": "/etc"}], ["no_such", {}]]
                """
                        .formatted(repository);
        List<String> client =
                List.of(
                        python + "/bin/python",
                        Path.of("src/test/resources/guard/everything.py")
                                .toAbsolutePath()
                                .toString());
        List<String> arguments = List.of("--repository", repository.toString());
        var direct = new ArrayList<>(List.of(python + "/bin/python", "-m", "mcp_server_git"));
        direct.addAll(arguments);
        List<String> guarded =
                guardedSource(
                        "pypi:mcp-server-git",
                        "version: 1\npreset: recommended\nfiles: {write: [\"%s\"]}\n"
                                .formatted(repository),
                        arguments);

        List<String> with = ask(client, calls, guarded);

        assertThat(with).isEqualTo(ask(client, calls, direct)).hasSize(10);
    }

    private static void good(Path where, String... words) throws InterruptedException {
        Command.Result done = Command.of(words).in(where).within(Duration.ofMinutes(4)).run();
        assertThat(done.good()).as(done.complaint()).isTrue();
    }

    private void same(String name, String calls, String policy, String... arguments)
            throws Exception {
        npm("server", SERVERS + name);
        var direct = new ArrayList<>(List.of("node", entry(name)));
        direct.addAll(List.of(arguments));
        List<String> guarded = guarded(name, policy, List.of(arguments));

        List<String> with = ask(NODE, calls, guarded);

        assertSame(with, ask(NODE, calls, direct));
    }

    private List<String> guarded(String name, String policy, List<String> arguments)
            throws IOException {
        return guardedSource("npm:" + SERVERS + name, policy, arguments);
    }

    private List<String> guardedSource(String source, String policy, List<String> arguments)
            throws IOException {
        Path file = Files.writeString(folder.resolve("policy.yaml"), policy);
        var guarded =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                "io.mcpsf.cli.Main",
                                "run",
                                "--policy",
                                file.toString(),
                                "-o",
                                folder.resolve("sessions").toString(),
                                source,
                                "--"));
        guarded.addAll(arguments);
        return guarded;
    }

    /** Where two lists of long lines differ first, and not all of both. */
    private static void assertSame(List<String> with, List<String> without) {
        assertThat(without).hasSizeGreaterThan(8);
        for (int i = 0; i < Math.min(with.size(), without.size()); i++) {
            String one = with.get(i);
            String other = without.get(i);
            int at = Math.max(0, Arrays.mismatch(one.toCharArray(), other.toCharArray()) - 60);
            assertThat(one.substring(Math.min(at, one.length()), Math.min(at + 200, one.length())))
                    .as("line %d, from character %d", i, at)
                    .isEqualTo(
                            other.substring(
                                    Math.min(at, other.length()),
                                    Math.min(at + 200, other.length())));
        }
        assertThat(with).hasSameSizeAs(without);
    }

    /** A progress that comes with the result may be heard or not, with and without us. */
    private List<String> ask(List<String> client, String calls, List<String> server)
            throws InterruptedException {
        var words = new ArrayList<>(client);
        words.add(calls);
        words.addAll(server);
        Command.Result said =
                Command.of(words)
                        .in(folder.resolve("client"))
                        .within(Duration.ofMinutes(4))
                        .keeping(4 << 20)
                        .run();
        assertThat(said.good()).as(said.complaint()).isTrue();
        return said.stdout()
                .lines()
                .map(line -> line.replace(",{\"progress\":4,\"total\":4}", ""))
                .map(line -> line.replaceAll("\\d{1,2}:\\d{2}:\\d{2}( [AP]M)?", "TIME"))
                .toList();
    }

    private void npm(String where, String what) throws Exception {
        Path at = Files.createDirectories(folder.resolve(where));
        Files.writeString(at.resolve("package.json"), "{\"private\": true}");
        Command.Result done =
                Command.of("npm", "install", "--no-audit", "--no-fund", what)
                        .in(at)
                        .within(Duration.ofMinutes(4))
                        .run();
        assertThat(done.good()).as(done.complaint()).isTrue();
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
