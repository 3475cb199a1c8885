package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The official client gets the same from a server, with the guard in between and without. */
@Tag("release")
final class GuardDifferenceTest {

    private static final String SERVERS = "@modelcontextprotocol/server-";

    private static final List<String> NODE = List.of("node", "everything.mjs");

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
        same(
                "everything",
                """
                [["echo", {"message": "hallo é"}], ["get-sum", {"a": 2, "b": 3}],
                 ["trigger-long-running-operation", {"duration": 1, "steps": 4}, true],
                 ["trigger-sampling-request", {"prompt": "x", "maxTokens": 10}],
                 ["get-annotated-message", {"messageType": "error", "includeImage": true}],
                 ["get-tiny-image", {}], ["no-such-tool", {}]]
                """,
                "version: 1\npreset: recommended\n");
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
                guarded(
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
        var direct =
                new ArrayList<>(
                        List.of(
                                "node",
                                folder.resolve("server/node_modules/" + SERVERS + name)
                                        .resolve("dist/index.js")
                                        .toString()));
        direct.addAll(List.of(arguments));
        List<String> guarded = guarded("npm:" + SERVERS + name, policy, List.of(arguments));

        List<String> with = ask(NODE, calls, guarded);

        assertThat(with).isEqualTo(ask(NODE, calls, direct)).hasSizeGreaterThan(8);
    }

    private List<String> guarded(String source, String policy, List<String> arguments)
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
