package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the gate leaves to the recordings is nothing that only a sample it leaves out shows. */
final class GateSamplesTest {

    private static final Recordings KEPT = Recordings.kept();

    /** Of these kinds not only one must be detonated, but one of each value. */
    private static final Map<String, String> VALUES =
            Map.of("VulnerabilityProven", "family", "ServerEnded", "how", "BaitLeft", "where");

    @Test
    void theSamplesOfTheGateShowWhateverAnySampleShows() {
        var shown = new TreeSet<String>();
        GateSamples.NAMES.forEach(sample -> shown.addAll(traits(sample)));

        for (String sample : KEPT.samples()) {
            assertThat(shown)
                    .as("%s shows what no sample of GateSamples does; add one that does", sample)
                    .containsAll(traits(sample));
        }
    }

    @Test
    void oneSampleAloneWouldNotBeEnough() {
        Set<String> calculator = traits("calculator");

        assertThat(calculator).contains("ServerEnded", "ServerEnded code", "phase LIST DONE");
        assertThat(traits("vuln-xml-node")).contains("VulnerabilityProven xxe");
        assertThat(calculator).doesNotContainAnyElementsOf(Set.of("BaitLeft", "StageServed"));
    }

    private static Set<String> traits(String sample) {
        var traits = new TreeSet<String>();
        for (JsonNode line : KEPT.lines(sample)) {
            String kind = line.path("record").asString();
            traits.add(kind);
            if (VALUES.containsKey(kind)) {
                traits.add(kind + " " + line.path(VALUES.get(kind)).asString());
            }
            line.path("phases")
                    .properties()
                    .forEach(
                            phase ->
                                    traits.add(
                                            "phase %s %s"
                                                    .formatted(
                                                            phase.getKey(),
                                                            phase.getValue()
                                                                    .path("status")
                                                                    .asString())));
        }
        return traits;
    }
}
