package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Borrowed;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** The official clients of E2B work here, told by two variables and a key. */
@Tag("chamber")
@Tag("release")
final class E2bClientsTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/sessions");

    @TempDir Path folder;
    private TestService service;

    @BeforeEach
    void start() {
        service = TestService.withSessions(folder, Duration.ofMinutes(10));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void theJavaScriptClientsDo() throws Exception {
        Borrowed.npm("e2b", "2.51.0", "dist/index.js");
        Path client = Borrowed.npm("@e2b/code-interpreter", "2.8.0", "dist/index.js");

        assertThat(
                        run(
                                "node",
                                SCRIPTS.resolve("javascript-client.mjs")
                                        .toAbsolutePath()
                                        .toString(),
                                client.toAbsolutePath().toString()))
                .endsWith("all\n");
    }

    @Test
    void thePythonClientsDo() throws Exception {
        Path python = Borrowed.python("e2b-code-interpreter==2.11.5", "e2b==2.63.0");

        assertThat(run(python.toString(), SCRIPTS.resolve("python-client.py").toString()))
                .endsWith("all\n");
    }

    private String run(String program, String... arguments) throws Exception {
        String address = "http://127.0.0.1:" + service.port();
        service.key(Role.ADMIN);
        byte[] secret = service.key(Role.SUBMITTER).getBytes(StandardCharsets.US_ASCII);
        var words =
                new java.util.ArrayList<>(
                        List.of(
                                "env",
                                "E2B_API_URL=" + address,
                                "E2B_SANDBOX_URL=" + address,
                                "E2B_API_KEY=e2b_" + HexFormat.of().formatHex(secret),
                                // A path with = in it would be a variable for env.
                                "sh",
                                "-c",
                                "exec \"$0\" \"$@\"",
                                program));
        words.addAll(List.of(arguments));
        return Borrowed.run(words);
    }
}
