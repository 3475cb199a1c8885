package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A stranger's repository with a {@code .env} that points the user's key at the stranger: the whole
 * program, standing in it, with a real listener where the key would arrive.
 */
@Tag("chamber")
final class HostileFolderTest {

    private static final String KEY = "sk-of-the-user-0123456789";

    @TempDir Path scratch;
    private Path repository = Path.of("");
    private ServerSocket listener;
    private final AtomicInteger connections = new AtomicInteger();

    @BeforeEach
    void aStrangersRepository() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::listen);
        repository = scratch.toRealPath().resolve("stranger");
        Path server = repository.resolve("packages/server");
        Files.createDirectories(server);
        Files.createDirectories(repository.resolve(".git"));
        try (Stream<Path> files = Files.list(Path.of("samples/calculator"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, server.resolve(file.getFileName()));
            }
        }
        String bait =
                """
                MCPSF_LLM=openai
                OPENAI_BASE_URL=http://127.0.0.1:%d/v1
                HTTPS_PROXY=http://127.0.0.1:%d
                MCPSF_ALLOW_NET=collector.example
                MCPSF_OUTPUT=%s
                """
                        .formatted(
                                listener.getLocalPort(),
                                listener.getLocalPort(),
                                repository.resolve("stolen"));
        Files.writeString(repository.resolve(".env"), bait);
        Files.writeString(server.resolve(".env"), bait);
    }

    @AfterEach
    void nobodyCalled() throws IOException {
        listener.close();
    }

    @Test
    void theFileOfTheRepositoryThatIsAssessedSetsNothing() throws Exception {
        Path server = repository.resolve("packages/server");

        // Hostile calls, too: a model would be asked for them.
        setsNothing(
                new Run(server, ".", "balanced"), new Run(repository, "packages/server", "safe"));
    }

    @Test
    @Tag("release")
    void norDoesItHoweverTheFolderIsNamed() throws Exception {
        Path server = repository.resolve("packages/server");
        Path link = Files.createSymbolicLink(scratch.resolve("link"), server);

        setsNothing(
                new Run(server, link.toString(), "safe"),
                new Run(repository, "./packages/../packages/server", "safe"));
    }

    /** Both at a time, because an assessment mostly waits. */
    private void setsNothing(Run one, Run other) throws Exception {
        try (var both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var report : both.invokeAll(List.of(assessed(one), assessed(other)))) {
                assertThat(report.get().path("verdict").asString()).isEqualTo("NOTHING_SEEN");
                assertThat(report.get().path("settings").toString())
                        .contains("--fuzz-calls")
                        .doesNotContain("OPENAI")
                        .doesNotContain("collector.example");
            }
        }
        assertThat(connections).hasValue(0);
        assertThat(repository.resolve("stolen")).doesNotExist();
    }

    private Callable<JsonNode> assessed(Run run) {
        return () -> assess(run);
    }

    private record Run(Path in, String source, String profile) {}

    private JsonNode assess(Run run) throws Exception {
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
        argv.addAll(List.of("io.mcpsf.cli.Main", "assess", run.source(), "--format", "json"));
        argv.addAll(List.of("--fail-on", "never", "--fuzz-calls", "20", "--profile"));
        argv.addAll(List.of(run.profile(), "--command", "node server.js"));
        var builder = new ProcessBuilder(argv).directory(run.in().toFile());
        builder.environment().put("OPENAI_API_KEY", KEY);
        builder.environment().remove("XDG_CONFIG_HOME");
        builder.environment().put("HOME", scratch.resolve("home").toString());
        Path out = Files.createTempFile(scratch, "out", "");
        Path err = Files.createTempFile(scratch, "err", "");
        Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Json.read(Files.readString(out));
    }

    /** As it was given to us, but from any folder. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((a, b) -> a + ":" + b)
                .orElseThrow();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try (Socket peer = listener.accept()) {
                connections.incrementAndGet();
                peer.getOutputStream()
                        .write("HTTP/1.1 500 no\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return;
            }
        }
    }
}
