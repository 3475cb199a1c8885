package io.mcpsf.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The official conformance suite against our client: every scenario for clients of every revision
 * but those that log in, which we never do: authorization is seen and reported.
 */
@Tag("peers")
final class ConformanceTest {

    private static final String SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

    /** The suite needs a newer Node than some machines have. */
    private static final String NODE = "node@22.23.3";

    private static final String PASSED = "OVERALL: PASSED";

    private static final Path PLACE = Path.of("target", "conformance").toAbsolutePath();

    private static Path suite = Path.of("");

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        Files.createDirectories(PLACE);
        suite = Borrowed.nodeWithScripts(SUITE, NODE).resolve("node_modules");
        String classPath = System.getProperty("java.class.path");
        String java = ProcessHandle.current().info().command().orElse("java");
        Path client = PLACE.resolve("client.sh");
        Files.writeString(
                client,
                """
                #!/bin/sh
                exec "%s" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m -cp "%s" %s "$@"
                """
                        .formatted(java, classPath, ConformanceClient.class.getName()));
        assertThat(client.toFile().setExecutable(true)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "initialize, 2025-06-18",
        "tools_call, 2025-11-25",
        "tools_call, 2026-07-28",
        "elicitation-sep1034-client-defaults, 2025-11-25",
        "sse-retry, 2025-11-25",
        "request-metadata, 2026-07-28",
        "sep-2322-client-request-state, 2026-07-28",
        "http-standard-headers, 2026-07-28",
        "http-custom-headers, 2026-07-28",
        "http-invalid-tool-headers, 2026-07-28",
        "json-schema-ref-no-deref, 2026-07-28",
        "json-schema-2020-12-preservation, 2026-07-28"
    })
    void theClientPasses(String scenario, String revision) throws InterruptedException {
        String said = "";
        // One scenario measures milliseconds, which a busy machine does not always have.
        for (int tries = 0; tries < 3 && !said.contains(PASSED); tries++) {
            Command.Result result =
                    suite(
                            List.of(
                                    "client",
                                    "--command",
                                    PLACE.resolve("client.sh").toString(),
                                    "--scenario",
                                    scenario,
                                    "--spec-version",
                                    revision));
            said = result.stdout() + result.stderr();
        }

        assertThat(said).contains(PASSED);
    }

    /** A scenario that the suite grows must be looked at, not missed. */
    @Test
    void noOtherScenarioForClientsIsLeft() throws InterruptedException {
        String list = suite(List.of("list")).stdout();
        List<String> clients =
                list.substring(
                                list.indexOf("Client scenarios"),
                                list.indexOf("Authorization server"))
                        .lines()
                        .filter(line -> line.startsWith("  - "))
                        .map(line -> line.strip().split(" ")[1])
                        // Logging in, and an extension about skills: neither applies.
                        .filter(name -> !name.startsWith("auth/") && !name.startsWith("sep-2640"))
                        .toList();

        assertThat(clients).hasSize(11);
    }

    private static Command.Result suite(List<String> words) throws InterruptedException {
        var argv = new ArrayList<String>();
        argv.add(suite.resolve(".bin/node").toString());
        argv.add(suite.resolve("@modelcontextprotocol/conformance/dist/index.js").toString());
        argv.addAll(words);
        return Command.of(argv).in(PLACE).within(Duration.ofMinutes(1)).keeping(1 << 20).run();
    }
}
