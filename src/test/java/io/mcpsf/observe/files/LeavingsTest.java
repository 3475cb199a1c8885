package io.mcpsf.observe.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation.BaitLeft;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is searched for decoys in a folder that a sample left, and what is said of the rest. */
final class LeavingsTest {

    private static final String SECRET = "the-content-of-a-decoy";

    @TempDir Path shared;
    private final List<Observation> seen = new ArrayList<>();

    @Test
    void aDecoyIsFoundWhereverItStandsInAFile() throws IOException {
        for (int before : new int[] {0, 70_000, (4 << 20) - 10, 9 << 20}) {
            Files.writeString(shared.resolve("f" + before), "A".repeat(before) + SECRET);
        }

        SenseHealth health = compare(Leavings.Caps.usual());

        assertThat(baits()).hasSize(4);
        assertThat(health.health()).isEqualTo(Health.FULL);
    }

    @Test
    void whereALinkLeadsIsSearched() throws IOException {
        Files.createSymbolicLink(shared.resolve("link"), Path.of("/x/" + SECRET));

        compare(Leavings.Caps.usual());

        assertThat(baits()).containsExactly("/tmp/link");
    }

    @Test
    void filesThatWereNotSearchedAreTold() throws IOException {
        for (int i = 0; i < 5; i++) {
            Files.writeString(shared.resolve("f" + i), "text");
        }

        assertThat(compare(new Leavings.Caps(5, 20)).health()).isEqualTo(Health.FULL);
        SenseHealth few = compare(new Leavings.Caps(3, 1_000));
        assertThat(few.health()).isEqualTo(Health.LOSSY);
        assertThat(few.lost()).isEqualTo(2);
        assertThat(few.why()).contains("searched for decoys");
        assertThat(compare(new Leavings.Caps(9, 10)).lost()).isEqualTo(3);
    }

    @Test
    void theEndOfALongFileThatWasNotSearchedIsTold() throws IOException {
        Files.writeString(shared.resolve("long"), "A".repeat(5_000) + SECRET);

        SenseHealth health = compare(new Leavings.Caps(9, 5_000));

        assertThat(baits()).isEmpty();
        assertThat(health.health()).isEqualTo(Health.LOSSY);
        assertThat(health.lost()).isEqualTo(1);
    }

    private SenseHealth compare(Leavings.Caps searched) {
        seen.clear();
        CanaryFinder finder =
                bytes ->
                        new String(bytes, StandardCharsets.ISO_8859_1).contains(SECRET)
                                ? List.of(new Found("decoy", "TOKEN", "plain"))
                                : List.of();
        try (var comparison =
                new Comparison(
                        FilesSensor.Caps.usual(),
                        new Leavings(finder, (_, what) -> seen.add(what), searched),
                        Set.of(),
                        Long.MIN_VALUE)) {
            comparison.compare("/tmp", Path.of(""), shared);
            assertThat(seen).anyMatch(FileChanged.class::isInstance);
            return comparison.health();
        }
    }

    private List<String> baits() {
        return seen.stream()
                .filter(BaitLeft.class::isInstance)
                .map(one -> ((BaitLeft) one).destination())
                .toList();
    }
}
