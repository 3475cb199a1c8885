package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
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
        GateSamples.NAMES.forEach(
                sample -> shown.addAll(traits(sample, GateSamples.STARTED_AGAIN.contains(sample))));

        for (String sample : KEPT.samples()) {
            assertThat(shown)
                    .as("%s shows what no sample of GateSamples does; add one that does", sample)
                    .containsAll(traits(sample, true));
        }
    }

    @Test
    void aSampleThatIsStartedOnceKeepsItsPromiseWithoutFurtherStarts() {
        RuleSet rules = RuleSet.load();
        assertThat(GateSamples.NAMES).containsAll(GateSamples.STARTED_AGAIN);
        for (String sample : GateSamples.NAMES) {
            if (!GateSamples.STARTED_AGAIN.contains(sample)) {
                Promise promise = Promise.of(Path.of("samples").resolve(sample), "auto");
                promise.compare(Judge.judge(firstStart(KEPT.of(sample)), rules));
            }
        }
    }

    @Test
    void aSampleThatWaitsForItsDayWouldNot() {
        Promise promise = Promise.of(Path.of("samples/calendar-bomb"), "auto");
        Evidence once = firstStart(KEPT.of("calendar-bomb"));

        assertThatThrownBy(() -> promise.compare(Judge.judge(once, RuleSet.load())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void oneSampleAloneWouldNotBeEnough() {
        Set<String> calculator = traits("calculator", true);

        assertThat(calculator).contains("ServerEnded", "ServerEnded code", "phase LIST DONE");
        assertThat(traits("vuln-xml-node", true)).contains("VulnerabilityProven xxe");
        assertThat(calculator).doesNotContainAnyElementsOf(Set.of("BaitLeft", "StageServed"));
    }

    /** What is there when the server is not started again. */
    private static Evidence firstStart(Evidence whole) {
        List<Seen> seen = whole.seen().stream().filter(s -> !s.at().phase().again()).toList();
        var phases = new EnumMap<Phase, PhaseResult>(whole.coverage().phases());
        phases.keySet().removeIf(Phase::again);
        var coverage =
                new Coverage(
                        phases,
                        whole.coverage().senses(),
                        whole.coverage().tools(),
                        whole.coverage().isolation());
        return new Evidence(whole.file(), seen, coverage);
    }

    private static Set<String> traits(String sample, boolean again) {
        var traits = new TreeSet<String>();
        for (JsonNode line : KEPT.lines(sample)) {
            if (!again && again(line.path("phase").asString(""))) {
                continue;
            }
            String kind = line.path("record").asString();
            traits.add(kind);
            if (VALUES.containsKey(kind)) {
                traits.add(kind + " " + line.path(VALUES.get(kind)).asString());
            }
            for (var phase : line.path("phases").properties()) {
                if (again || !again(phase.getKey())) {
                    String status = phase.getValue().path("status").asString();
                    traits.add("phase %s %s".formatted(phase.getKey(), status));
                }
            }
        }
        return traits;
    }

    private static boolean again(String phase) {
        return !phase.isEmpty() && Phase.valueOf(phase).again();
    }
}
