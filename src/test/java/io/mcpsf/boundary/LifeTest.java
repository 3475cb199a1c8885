package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Health;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Sense;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** A boundary comes, goes, and leaves only its files. */
@Tag("chamber")
@Tag("alone")
@EnabledIf("io.mcpsf.boundary.Needs#root")
class LifeTest {

    @TempDir Path folder;

    @Test
    void closingTakesTheNamespacesAwayAndTwiceIsHarmless() throws Exception {
        var inside = new Inside(folder, BoundarySpec.Options.plain());
        Path namespace = inside.boundary.namespace();
        assertThat(namespace).exists();

        inside.close();
        inside.close();

        assertThat(namespace).doesNotExist();
        assertThat(inside.boundary.health())
                .hasEntrySatisfying(
                        Sense.NETWORK,
                        health -> assertThat(health.health()).isEqualTo(Health.FULL));
    }

    @Test
    void sweepingRemovesWhatTheDeadLeftAndNothingElse() throws Exception {
        try (var inside = new Inside(folder, BoundarySpec.Options.plain())) {
            String orphan = "mcpsf-999999-12345-z-n";
            Command.of("ip", "netns", "add", orphan).run();

            // Whoever opens a boundary meanwhile may have been quicker.
            Boundary.sweep();

            assertThat(Path.of("/run/netns", orphan)).doesNotExist();
            assertThat(inside.boundary.namespace()).exists();
        }
    }

    @Test
    void openingTakesAwayWhatAKilledRunLeft() throws Exception {
        String orphan = "mcpsf-999999-12345-y-n";
        assertThat(Command.of("ip", "netns", "add", orphan).run().good()).isTrue();

        try (var inside = new Inside(folder, BoundarySpec.Options.plain())) {
            assertThat(Path.of("/run/netns", orphan)).doesNotExist();
            assertThat(inside.boundary.namespace()).exists();
        }
    }

    @Test
    void openConnectionsDoNotHoldUpTheEnd() throws Exception {
        var inside = new Inside(folder, BoundarySpec.Options.plain());
        Thread idle =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        inside.run("nc", "-w", "30", "203.0.113.1", "9000");
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
        inside.await(FlowOpened.class, f -> f.port() == 9000);

        long start = System.nanoTime();
        inside.close();

        assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
        idle.join();
    }

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#tshark")
    void theCaptureOpensDecrypted() throws Exception {
        try (var inside = new Inside(folder, BoundarySpec.Options.plain())) {
            inside.run("curl", "-sS", "-d", "first=13", "https://thirteen.example/a");
            inside.run(
                    "curl",
                    "-sS",
                    "--tls-max",
                    "1.2",
                    "-d",
                    "second=12",
                    "https://twelve.example/b");
        }

        String said =
                Command.of(
                                "tshark",
                                "-r",
                                folder.resolve("traffic.pcapng").toString(),
                                "-Y",
                                "http.request",
                                "-T",
                                "fields",
                                "-e",
                                "http.host",
                                "-e",
                                "http.file_data")
                        .run()
                        .stdout();
        assertThat(said).contains("thirteen.example").contains("twelve.example");
        assertThat(folder.resolve("traffic.pcapng.frames")).doesNotExist();
    }

    @Test
    void theHarFileHoldsTheExchanges() throws Exception {
        try (var inside = new Inside(folder, BoundarySpec.Options.plain())) {
            inside.run("curl", "-sS", "-d", "a=1", "https://har.example/x");
        }

        var log = Json.read(Files.readAllBytes(folder.resolve("traffic.har"))).get("log");
        var entry = log.get("entries").get(0);
        assertThat(entry.get("request").get("url").asString()).isEqualTo("https://har.example/x");
        assertThat(entry.get("request").get("postData").get("text").asString()).isEqualTo("a=1");
        assertThat(entry.get("response").get("status").asInt()).isEqualTo(200);
    }
}
