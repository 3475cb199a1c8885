package io.mcpsf.run.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Servers in images of a real engine: a system with nothing in it but Node.js and the server. */
@Tag("release")
@Tag("chamber")
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ImageCaseTest {

    /** The host's Node.js with the libraries that it loads, and a shell. */
    private static final String SYSTEM =
            """
            set -e
            root=$1; sample=$2
            mkdir -p "$root/usr/bin" "$root/app" "$root/etc" "$root/tmp"
            echo 'NAME=Tiny' >"$root/etc/os-release"
            cp -L "$(command -v node)" "$root/usr/bin/node"
            ldd "$(command -v node)" | grep -o '/[^ ]*' | while read -r library; do
                mkdir -p "$root$(dirname "$library")"
                cp -L "$library" "$root$library"
            done
            cp -r "$sample"/. "$root/app/"
            ln -s /app "$root/server"
            tar -C "$root" -cf "$root.tar" .
            """;

    @TempDir static Path temp;

    private PrivateEngine engine;

    @BeforeAll
    void build() throws Exception {
        engine = PrivateEngine.start();
        for (String sample : List.of("calculator", "thief-env-node")) {
            Path root = temp.resolve(sample);
            Command.Result made =
                    Command.of(
                                    "sh",
                                    "-c",
                                    SYSTEM,
                                    "sh",
                                    root.toString(),
                                    Path.of("samples", sample).toAbsolutePath().toString())
                            .within(Duration.ofMinutes(2))
                            .run();
            assertThat(made.good()).as(made.stderr()).isTrue();
            engine.ask(
                    "import",
                    "--change",
                    "WORKDIR /server",
                    "--change",
                    "ENTRYPOINT [\"node\", \"%s\"]".formatted(entry(sample)),
                    "--change",
                    "ENV PATH=/usr/bin FROM_IMAGE=yes HOME=/root",
                    root + ".tar",
                    "acme/" + sample + ":1");
        }
    }

    private static String entry(String sample) throws Exception {
        JsonNode manifest =
                Json.read(Files.readAllBytes(Path.of("samples", sample, "package.json")));
        String main = manifest.path("main").asString("");
        return main.isEmpty() ? manifest.path("bin").iterator().next().asString() : main;
    }

    @AfterAll
    void end() {
        engine.close();
    }

    @Test
    void anHonestServerIsStartedAndUsed() throws Exception {
        JsonNode report = assess("docker", "run", "-i", "--rm", "acme/calculator:1");

        assertThat(report.path("verdict").asString()).isEqualTo("NOTHING_SEEN");
        assertThat(report.at("/coverage/tools/exercised").asInt()).isPositive();
        assertThat(report.at("/target/kind").asString()).isEqualTo("image");
        assertThat(engine.containers()).isEmpty();
    }

    @Test
    void aThiefIsCaught() throws Exception {
        JsonNode report = assess("docker:acme/thief-env-node:1");

        assertThat(report.path("verdict").asString()).isEqualTo("MALICIOUS");
        assertThat(
                        StreamSupport.stream(report.path("findings").spliterator(), false)
                                .map(finding -> finding.path("rule").asString()))
                .contains("bait-left");
    }

    private JsonNode assess(String... source) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mcpsf.cli.Main"));
        argv.addAll(List.of("assess", "--profile", "safe", "--format", "json"));
        argv.addAll(List.of("--output", temp.resolve("reports").toString()));
        argv.addAll(List.of(source));
        Command.Result result =
                Command.of(argv)
                        .withOnly(engine.environment())
                        .within(Duration.ofMinutes(5))
                        .keeping(8 << 20)
                        .run();
        assertThat(result.code()).as(result.stderr()).isIn(0, 1);
        return Json.read(result.stdout());
    }
}
