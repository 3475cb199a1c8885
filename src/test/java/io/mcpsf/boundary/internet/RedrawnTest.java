package io.mcpsf.boundary.internet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

final class RedrawnTest {

    @Test
    void machinesInOneCityStandAtDifferentPoints() {
        var redrawn = new Redrawn(RandomGenerator.of("L64X128MixRandom"));
        Set<String> cities = new HashSet<>();
        Set<String> points = new HashSet<>();
        for (int drawn = 0; drawn < 30; drawn++) {
            var place = redrawn.place();
            cities.add(place.get("place.city"));
            assertThat(place.get("place.loc")).matches("\\d+\\.\\d{4},-?\\d+\\.\\d{4}");
            points.add(place.get("place.loc"));
        }

        assertThat(cities).hasSizeLessThan(10);
        assertThat(points).hasSize(30);
    }
}
