package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Exit;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The program that tries every way out of a sandbox that we know of. */
public final class EscapeProbe {

    private EscapeProbe() {}

    /** What it tried, each with whether the wall held; {@code which} may name one attempt. */
    public static List<JsonNode> attempts(Executor executor, String which) throws IOException {
        Path seed = TemporaryTree.make("probe");
        try (var probe =
                Objects.requireNonNull(
                        EscapeProbe.class.getResourceAsStream("/escape/probe.py"), "the probe")) {
            Files.copy(probe, seed.resolve("probe.py"));
            var trial = new Trial(executor);
            Trial.Said said =
                    trial.run(
                            trial.spec(
                                            List.of(
                                                    "/bin/sh",
                                                    "-c",
                                                    "/usr/bin/python3 ~/probe.py " + which))
                                    .place(new Place.Scratch(seed, "/home/alice")));
            assertThat(said.exit()).as(said.err()).isEqualTo(new Exit.Code(0));
            return said.out().lines().map(Json::read).toList();
        } finally {
            Trees.delete(seed);
        }
    }
}
