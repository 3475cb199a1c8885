package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** {@code mcpsf db} as people type it. */
final class DbVerbTest {

    private static final Path RECORD =
            Path.of("src/test/resources/scanners/records/GHSA-2234-fmw7-43wr.json");

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aFileIsImportedAndToldWithItsAge() {
        assertThat(run("db", "status")).isEqualTo(ExitCode.FINE);
        assertThat(said()).contains("no advisories were imported");

        assertThat(run("db", "import", RECORD.toString())).isEqualTo(ExitCode.FINE);
        assertThat(said()).contains("1 record read, 1 new", "days ago");

        assertThat(run("db", "status", "--format", "json")).isEqualTo(ExitCode.FINE);
        assertThat(said()).contains("\"npm\" : 1", "records/GHSA-2234-fmw7-43wr.json");
    }

    @Test
    void anAddressIsImported() throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/all.json",
                exchange -> {
                    byte[] bytes = Files.readAllBytes(RECORD);
                    exchange.sendResponseHeaders(200, bytes.length);
                    try (var body = exchange.getResponseBody()) {
                        body.write(bytes);
                    }
                });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            assertThat(run("db", "import", base + "/all.json")).isEqualTo(ExitCode.FINE);
            assertThat(said()).contains("1 record read");

            assertThat(run("db", "import", base + "/nothing")).isEqualTo(ExitCode.FAILED);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("it answered 404");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatCannotBeDoneIsSaidInThreeParts() {
        assertThat(run("db", "import", "/not/there")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("cannot import /not/there", "why:", "next:");
        assertThat(run("db", "import")).isEqualTo(ExitCode.FAILED);
        assertThat(run("db", "destroy")).isEqualTo(ExitCode.FAILED);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        var console =
                new Console(
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 90, true),
                        Map.of("MCPSF_DB", folder.resolve("advisories.idx").toString()));
        return Main.cli(console).run(words);
    }
}
